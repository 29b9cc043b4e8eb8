internal import OppEngine
package import OppModel

/// Occurrences as rows of the table `agenda`, or of one that shares fields with it, by their names
///
/// The order of the fields is that of the prelude, so a field is found by its name and not by a position. A row enters
/// with all of its fields and leaves by its key alone:
///
/// ```
/// enters  ["lunch@x", "Lunch", 36000, 39600, "Room", true, false]  uid, title, begins, ends, location, busy, all_day
/// leaves  [36000, "lunch@x"]  begins, uid
/// ```
package struct AgendaRows: Sendable {
  /// The number of the table in the schema of the rules
  package let id: TableID

  /// The fields of the table, and which of them are its key
  package let table: Table

  package init(id: TableID, table: Table) {
    self.id = id
    self.table = table
  }

  /// Whether a calendar has all that identifies a row of a table
  package static func canFeed(_ table: Table) -> Bool {
    table.key.allSatisfy { type(ofField: table.fields[$0].name) == table.fields[$0].type }
  }

  /// The type of a field that calendars have; nil for another name
  private static func type(ofField name: String) -> ValueType? {
    switch name {
    case "uid", "title", "location": .text
    case "begins", "ends": .instant
    case "busy", "all_day": .bool
    default: nil
    }
  }

  /// The changes of one second are one arrival; the first is there even without rows, for then the
  /// agenda is known to be empty
  ///
  /// - Parameters:
  ///   - changes: by their instant, as ``CalendarFile/agendaChanges(from:to:)`` gives them, none before `from`.
  ///   - from: the first second of the replay, at which the agenda becomes known.
  /// - Returns: arrivals with one instant each, ascending.
  package func arrivals(_ changes: [AgendaChange], from: Instant) -> [TimedArrival] {
    var arrivals: [TimedArrival] = []
    var index = 0
    var instant = from
    repeat {
      var rows: [[Value?]] = []
      var removed: [[Value]] = []
      while index < changes.count, changes[index].instant == instant {
        let occurrence = changes[index].occurrence
        if changes[index].isEntering {
          rows.append(row(of: occurrence))
        } else {
          removed.append(key(of: occurrence))
        }
        index += 1
      }
      arrivals.append(
        TimedArrival(
          instant: instant,
          arrival: .rows(TableChange(table: id, rows: rows, removedKeys: removed))))
      if index < changes.count { instant = changes[index].instant }
    } while index < changes.count
    return arrivals
  }

  /// The cells of an occurrence, one for each field of the table in its order; nil in a field that no calendar fills
  package func row(of occurrence: Occurrence) -> [Value?] {
    table.fields.map { field in
      field.type == Self.type(ofField: field.name) ? value(of: field.name, occurrence) : nil
    }
  }

  /// The cells of the key's fields, by which a row is found again when it leaves
  package func key(of occurrence: Occurrence) -> [Value] {
    table.key.compactMap { value(of: table.fields[$0].name, occurrence) }
  }

  /// The cell of one field; times are seconds since the epoch, as a scalar
  private func value(of field: String, _ occurrence: Occurrence) -> Value? {
    switch field {
    case "uid": .text(occurrence.uid)
    case "title": .text(occurrence.title)
    case "begins": .scalar(Double(occurrence.begins.seconds))
    case "ends": .scalar(Double(occurrence.ends.seconds))
    case "location": .text(occurrence.location)
    case "busy": .truth(occurrence.isBusy)
    case "all_day": .truth(occurrence.isAllDay)
    default: nil
    }
  }
}

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

  /// `true` if a calendar has all that identifies a row of a table
  package static func canFeed(_ table: Table) -> Bool {
    table.key.allSatisfy { CalendarField(table.fields[$0]) != nil }
  }

  /// The changes of one second are one arrival; the first is there even without rows, because then the
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
          arrival: .rows(
            TableChange(
              table: id, rows: rows, removedKeys: removed, isWhole: instant == from))))
      if index < changes.count { instant = changes[index].instant }
    } while index < changes.count
    return arrivals
  }

  /// The cells of an occurrence, one for each field of the table in its order; nil in a field that no calendar fills
  package func row(of occurrence: Occurrence) -> [Value?] {
    table.fields.map { CalendarField($0)?.value(of: occurrence) }
  }

  /// The cells of the key's fields, by which a row is found again when it leaves
  package func key(of occurrence: Occurrence) -> [Value] {
    table.key.compactMap { CalendarField(table.fields[$0])?.value(of: occurrence) }
  }
}

/// A field of tables that calendars have, by its name there
private enum CalendarField: String {
  case uid
  case title
  case begins
  case ends
  case location
  case busy
  case isAllDay = "all_day"

  /// The field of a table; nil if calendars do not have it, or have it of another type
  init?(_ field: Field) {
    guard let found = CalendarField(rawValue: field.name), found.type == field.type else {
      return nil
    }
    self = found
  }

  private var type: ValueType {
    switch self {
    case .uid, .title, .location: .text
    case .begins, .ends: .instant
    case .busy, .isAllDay: .bool
    }
  }

  /// The cell of an event; times are seconds since the epoch, as a scalar
  func value(of occurrence: Occurrence) -> Value {
    switch self {
    case .uid: .text(occurrence.uid)
    case .title: .text(occurrence.title)
    case .begins: .scalar(Double(occurrence.begins.seconds))
    case .ends: .scalar(Double(occurrence.ends.seconds))
    case .location: .text(occurrence.location)
    case .busy: .truth(occurrence.isBusy)
    case .isAllDay: .truth(occurrence.isAllDay)
    }
  }
}

internal import OppEngine
package import OppModel

/// Occurrences as rows of the table `agenda`, by the names of its fields
package struct AgendaRows: Sendable {
  package let id: TableID
  package let table: Table

  package init(id: TableID, table: Table) {
    self.id = id
    self.table = table
  }

  /// The changes of one second are one arrival; the first is there even without rows, for then the
  /// agenda is known to be empty
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

  package func row(of occurrence: Occurrence) -> [Value?] {
    table.fields.map { value(of: $0.name, occurrence) }
  }

  package func key(of occurrence: Occurrence) -> [Value] {
    table.key.compactMap { value(of: table.fields[$0].name, occurrence) }
  }

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

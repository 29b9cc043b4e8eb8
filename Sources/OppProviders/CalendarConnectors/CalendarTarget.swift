package import OppEngine
package import OppModel
internal import OppRecordings

/// The target of a connected calendar: `calendar` and `agenda`, or a table of the rule set's own
///
/// A table that a rule set declares itself gets the values of the fields that it shares with `agenda`
/// by name, so that `connect holidays to ical("…")` needs nothing new.
package struct CalendarTarget: Sendable {
  /// The sources and tables that one fetch brings
  package let served: [Supplier.Served]

  /// Whether the schedule is part of a response
  let hasSchedule: Bool
  let rows: AgendaRows?

  /// The number of seconds for which a response counts: as long as `calendar` declares, for the rows as well,
  /// as both come together
  let freshness: Int64

  /// The freshness where none is declared
  private static let usualFreshness: Int64 = 3600

  /// The person's zone: of dates, and of times without one
  package let zone: Zone
  package let database: ZoneDatabase

  /// - Parameters:
  ///   - name: what is connected.
  ///   - others: what else the rule set connects: this calendar does not report that.
  /// - Throws: where what is connected cannot be a calendar.
  package init(
    _ name: String, graph: ConditionGraph, others: Set<String> = [], zone: Zone,
    database: ZoneDatabase
  ) throws(FetchFailure) {
    let isWhole = name == "calendar" || name == "agenda"
    let wantsSchedule = isWhole && (name == "calendar" || !others.contains("calendar"))
    let wantedTable = name != "calendar" ? name : others.contains("agenda") ? nil : "agenda"
    let source = graph.sources.lastIndex { wantsSchedule && $0.name == "calendar" }
    let table = graph.tables.lastIndex { $0.name == wantedTable }
    guard source != nil || table != nil else {
      throw FetchFailure(
        .misconfigured, "a calendar can be connected to `calendar` or to a table, not to `\(name)`")
    }
    var served: [Supplier.Served] = []
    if let source { served.append(.source(SourceID(index: Int32(truncatingIfNeeded: source)))) }
    if let table {
      let id = TableID(index: Int32(truncatingIfNeeded: table))
      served.append(.table(id))
      rows = AgendaRows(id: id, table: graph.tables[table])
    } else {
      rows = nil
    }
    self.served = served
    hasSchedule = source != nil
    freshness =
      graph.sources.first { $0.name == "calendar" }?.freshness ?? Self.usualFreshness
    self.zone = zone
    self.database = database
  }

  /// Reads a calendar in the person's zone
  func read(_ bytes: [UInt8]) -> CalendarFile {
    CalendarFile.read(bytes, defaultZone: zone, zones: { try? database.zone(named: $0) }).0
  }
}

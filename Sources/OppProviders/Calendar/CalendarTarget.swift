package import OppEngine
package import OppModel
internal import OppRecordings

/// The target of a connected calendar: `calendar` and `agenda`, or a table of the rule set's own
///
/// A table that a rule set declares itself gets the values of the fields that it shares with `agenda`
/// by name, so that `connect holidays to ical("…")` needs nothing new.
///
/// | connection | schedule | rows |
/// | --- | --- | --- |
/// | `connect calendar to …` | `calendar` | `agenda`, unless that has a connection of its own |
/// | `connect agenda to …` | `calendar`, unless that has a connection of its own | `agenda` |
/// | `connect holidays to …` | none | `holidays` |
package struct CalendarTarget: Sendable {
  /// The sources and tables that one fetch brings
  package let served: [Provider.Offer]

  /// `true` if the schedule is part of a response
  let hasSchedule: Bool
  let rows: AgendaRows?

  /// The number of seconds for which a response counts: as long as `calendar` declares, for the rows as well,
  /// as both come together
  let freshness: Int64

  /// The freshness if none is declared
  private static let usualFreshness: Int64 = 3600

  /// The addresses of the person, who is not busy at events that they declined
  var owners: [String]

  /// The person's zone: of dates, and of times without one
  package let zone: Zone
  package let database: ZoneDatabase

  /// - Parameters:
  ///   - name: the source or table that is connected.
  ///   - others: the names that other connections of the rule set serve; this calendar does not report these.
  /// - Throws: if the target cannot be a calendar.
  package init(
    _ name: String, graph: ConditionGraph, others: Set<String> = [], zone: Zone,
    database: ZoneDatabase
  ) throws(ConnectorProblem) {
    let isWhole = name == "calendar" || name == "agenda"
    let wantsSchedule = isWhole && (name == "calendar" || !others.contains("calendar"))
    let source = wantsSchedule ? graph.wellKnown.calendar?.source : nil
    let agenda = others.contains("agenda") ? nil : graph.wellKnown.agenda?.table
    let table = name == "calendar" ? agenda : graph.table(named: name)
    guard source != nil || table != nil else {
      throw ConnectorProblem(
        "a calendar can be connected to `calendar` or to a table, not to `\(name)`")
    }
    if let table, !AgendaRows.canFeed(graph[table]) {
      throw ConnectorProblem(
        "`\(graph[table].name)` is identified by what a calendar does not have: that has `uid`, `title`, "
          + "`begins`, `ends`, `location`, `busy` and `all_day`")
    }
    var served: [Provider.Offer] = []
    if let source { served.append(.source(source)) }
    if let table {
      served.append(.table(table))
      rows = AgendaRows(id: table, table: graph[table])
    } else {
      rows = nil
    }
    self.served = served
    hasSchedule = source != nil
    freshness =
      graph.wellKnown.calendar.flatMap { graph[$0.source].freshness } ?? Self.usualFreshness
    self.zone = zone
    self.database = database
    owners = graph.settings.addresses
  }

  /// The target of a connection
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    let name = settings.options.target
    do throws(ConnectorProblem) {
      try self.init(
        name, graph: settings.graph, others: settings.connected.subtracting([name]),
        zone: settings.zone, database: ZoneDatabase())
    } catch {
      throw settings.problem(error.reason)
    }
    owners += settings.names("me")
  }

  /// Reads a calendar in the person's zone
  ///
  /// - Parameter makesBusy: false for a calendar whose events do not make the person busy.
  func read(_ bytes: [UInt8], makesBusy: Bool = true) -> CalendarFile {
    CalendarFile.read(
      bytes, defaultZone: zone, zones: { try? database.zone(named: $0) }, owners: owners,
      makesBusy: makesBusy
    ).0
  }
}

extension Provider {
  /// A calendar, all of which comes with one fetch
  ///
  /// - Parameter latency: in seconds.
  static func calendar(
    _ settings: ConnectorSettings, _ target: CalendarTarget, quota: Quota = Quota(),
    latency: Double
  ) -> Provider {
    Provider(
      name: settings.name, served: target.served, isBundle: true,
      freshness: target.freshness, quota: quota, latency: latency)
  }
}

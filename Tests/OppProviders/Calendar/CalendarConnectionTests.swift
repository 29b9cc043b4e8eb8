import OppEngine
import OppModel
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Calendars as rule sets connect them
@Suite(.limited) struct CalendarConnectionTests {
  private static let text = """
    BEGIN:VCALENDAR\r
    BEGIN:VEVENT\r
    UID:a\r
    SUMMARY:Tea\r
    DTSTART:20260622T150000Z\r
    DURATION:PT1H\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  private func check(_ rules: String, _ expected: String) async throws {
    let folder = try RecordingFolder(["me.ics": Self.text])
    defer { withExtendedLifetime(folder) {} }
    let found = try await ConnectedRules(rules, folder: folder.path).answer()
    #expect(found == expected)
  }

  @Test func `a calendar provides calendar and agenda`() async throws {
    let rows = """
      schedule
      + a Tea 2026-06-22T15:00:00Z 2026-06-22T16:00:00Z  true false
      """
    try await check(#"connect calendar to ical("me.ics")"#, rows)
    try await check(#"connect agenda to ical("me.ics")"#, rows)
  }

  @Test func `a table of the rule set's own gets the fields that it shares with agenda`()
    async throws
  {
    try await check(
      """
      table holidays by begins { title, country: Text  begins: Instant }
      connect holidays to ical("me.ics")
      """, "+ Tea ? 2026-06-22T15:00:00Z")
  }

  @Test func `what another connection provides, this one does not`() throws {
    func served(_ name: String, beside others: Set<String>) throws -> [String] {
      let target = try CalendarTarget(
        name, graph: CalendarFollower.graph, others: others, zone: .utc, database: ZoneDatabase())
      return target.served.map {
        switch $0 {
        case .source: "calendar"
        case .table: "agenda"
        case .addresses, .places: "other"
        }
      }
    }
    #expect(try served("calendar", beside: []) == ["calendar", "agenda"])
    #expect(try served("agenda", beside: []) == ["calendar", "agenda"])
    #expect(try served("calendar", beside: ["agenda"]) == ["calendar"])
    #expect(try served("agenda", beside: ["calendar"]) == ["agenda"])
  }

  @Test func `all of a calendar comes with one fetch, and counts as long as calendar declares`()
    throws
  {
    for rules in [
      #"connect calendar to ical("me.ics")"#,
      #"connect calendar to caldav("https://x.example", user: "a", password: env("W"))"#,
      #"connect calendar to google(token: env("W"), calendar: "b")"#,
    ] {
      let provider = try ConnectedRules(rules, secrets: ["W": "hush"]).connector.provider
      #expect(provider.isBundle && !provider.isPushed)
      #expect(provider.served.count == 2)
      #expect(provider.freshness == 3600)
    }
  }

  @Test func `what cannot be a calendar is said`() throws {
    func reason(_ rules: String, secrets: [String: String] = [:]) -> String {
      do {
        _ = try ConnectedRules(rules, secrets: secrets)
        return "none"
      } catch let problem as ConnectorProblem {
        return problem.reason
      } catch {
        return "other"
      }
    }
    #expect(
      reason(#"connect weather to ical("me.ics")"#)
        == "ical(): a calendar can be connected to `calendar` or to a table, not to `weather`")
    #expect(
      reason(#"connect calendar to ical(env("NONE"))"#) == "ical(): it needs a file or a URL")
    #expect(
      reason(#"connect calendar to google(token: env("NONE"))"#)
        == "the option `token` of google() is not set")
    #expect(
      reason(
        #"connect calendar to caldav("x", user: "a", password: env("W"))"#, secrets: ["W": "h"])
        == "the option `url` of caldav(): the address does not begin with https://")
  }
}

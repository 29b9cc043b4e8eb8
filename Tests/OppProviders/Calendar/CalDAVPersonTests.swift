import OppTestLimits
import OppTesting
import Testing

@testable import OppProviders

/// The person whose calendars a CalDAV server has, and the calendars that count
@Suite(.limited) struct CalDAVPersonTests {
  private let radicale: RecordedRadicale

  init() throws { radicale = try RecordedRadicale() }

  /// The agenda and the state at noon of 24 June, of a connector with more options
  private func fetch(
    _ options: [String: String] = [:], change: @escaping RecordedRadicale.Change
  ) async throws -> CalendarFollower {
    radicale.change(change)
    let connector = try CalDAVConnector(
      CalendarFollower.settings(
        "caldav",
        ["url": radicale.server.url + "/ada/", "user": "ada"].merging(options) { $1 },
        secrets: ["password": "hush"]))
    var follower = CalendarFollower()
    await connector.ask(&follower, at: CalDAVConnectorTests.noon)
    radicale.server.stop()
    return follower
  }

  private static let holiday = "2026-06-24T08:00:00Z"

  /// Ada declined the holiday, which somebody else accepted
  private static func declined(
    _ question: RecordedRadicale.Question, _ answer: ServerAnswer
  ) -> ServerAnswer {
    answer.replacing(
      "SUMMARY:Holiday",
      with: "ATTENDEE;PARTSTAT=DECLINED:mailto:ada@x.example\n"
        + "ATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@x.example\nSUMMARY:Holiday")
  }

  @Test func `a person is known by the addresses that the server has of them`() async throws {
    let follower = try await fetch { question, answer in
      Self.declined(question, answer).replacing(
        "<C:calendar-home-set><href>",
        with: "<C:calendar-user-address-set><href>/ada/</href><href>mailto:Ada@x.example</href>"
          + "</C:calendar-user-address-set><C:calendar-home-set><href>")
    }
    #expect(follower.state(at: Self.holiday) == "free until 2026-06-29T07:30:00Z")
  }

  @Test func `a person is known by the option me`() async throws {
    let follower = try await fetch(
      ["me": "other@x.example, ada@x.example"], change: Self.declined)
    #expect(follower.state(at: Self.holiday) == "free until 2026-06-29T07:30:00Z")
  }

  @Test func `an event that only others declined makes busy`() async throws {
    let follower = try await fetch(["me": "bo@x.example"], change: Self.declined)
    #expect(follower.state(at: Self.holiday) == "busy until 2026-06-24T22:00:00Z")
  }

  @Test(arguments: ["<C:transparent />", "", "<C:opaque />"])
  func `the events of a transparent calendar make nobody busy`(value: String) async throws {
    let follower = try await fetch { _, answer in
      answer.replacing(
        "<sync-token>",
        with: "<C:schedule-calendar-transp>\(value)</C:schedule-calendar-transp><sync-token>")
    }
    let state = value == "<C:opaque />" ? "busy" : "free"
    #expect(follower.agenda.contains("Holiday"))
    #expect(follower.state(at: Self.holiday).hasPrefix(state))
  }

  @Test(arguments: [
    (["calendars": "Work"], "arrived"), (["calendars": "Tasks, Work"], "no calendar"),
    (["calendars": "Wrok"], "no calendar"), (["except": "Wrok"], "no calendar"),
  ])
  func `calendars are chosen by their names`(
    options: [String: String], outcome: String
  ) async throws {
    let follower = try await fetch(options) { _, answer in
      answer.replacing(
        "</resourcetype>", with: "</resourcetype><displayname>Work</displayname>")
    }
    if outcome == "arrived" {
      #expect(follower.outcome == "arrived")
      #expect(follower.agenda == CalDAVConnectorTests.first)
    } else {
      #expect(follower.outcome.contains("no calendar of 127.0.0.1 is named"))
      #expect(follower.outcome.contains("there are `Work`"))
    }
  }
}

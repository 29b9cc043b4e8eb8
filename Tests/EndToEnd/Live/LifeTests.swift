import Foundation
import OppModel
import OppStore
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// A daemon's life: restarts, changed rules, people, clocks that are set
@Suite(.limited) struct LifeTests {
  @Test func `a hold goes on over a restart and over an edit of another Opp`() async throws {
    let rules = """
      source hall fresh for 30min { warm: Bool }
      connect hall to json("URL/hall")
      opp "Held" when warm for 3h notify "Warm for long."
      """
    let live = try LiveFolder(rules, from: "2026-06-21T08:00:00Z", to: "2026-06-21T09:00:00Z")
    live.server.on("/hall") { _ in .json(#"{"warm": true}"#) }
    try await live.live()
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T14:00:00Z"))
    let folder = live
    live.clock.on(try LiveFolder.instant("2026-06-21T10:00:00Z")) { _ in
      try? folder.write(rules + "\nopp \"Other\" on 10:30 notify \"Half past ten.\"")
    }
    live.clock.on(try LiveFolder.instant("2026-06-21T10:40:00Z")) { _ in
      try? folder.write(rules + "\nopp \"Broken\" when")
    }
    try await live.live()
    #expect(try live.firings() == ["10:30:00 Other", "11:00:01 Held"])
    #expect(live.count(of: "the rules have changed") == 1)
    #expect(live.count(of: "the rules have errors: the old ones stay") == 1)
  }

  @Test func `a clock that is set repeats nothing and misses nothing`() async throws {
    let live = try LiveFolder(
      "opp \"Noon\" on 12:00\nopp \"Two\" on 14:00", from: "2026-06-21T10:00:00Z",
      to: "2026-06-23T00:00:00Z")
    let back = try LiveFolder.instant("2026-06-21T11:45:00Z")
    live.clock.on(try LiveFolder.instant("2026-06-21T12:45:00Z")) { $0.set(back) }
    let forward = try LiveFolder.instant("2026-06-22T14:10:00Z")
    live.clock.on(try LiveFolder.instant("2026-06-22T13:10:00Z")) { $0.set(forward) }
    try await live.live()
    #expect(
      try live.store().history().map { "\($0.firing.at.rfc3339) \($0.firing.opp)" } == [
        "2026-06-21T12:00:00Z Noon", "2026-06-21T14:00:00Z Two", "2026-06-22T12:00:00Z Noon",
        "2026-06-22T14:00:00Z Two",
      ])
  }

  @Test func `people snooze and disable while it runs`() async throws {
    let live = try LiveFolder(
      "opp \"Hourly\" on every 1h", from: "2026-06-21T08:30:00Z", to: "2026-06-21T15:30:00Z")
    let folder = live
    live.clock.on(try LiveFolder.instant("2026-06-21T10:30:00Z")) { _ in
      _ = folder.command("disable", "Hourly")
    }
    live.clock.on(try LiveFolder.instant("2026-06-21T12:30:00Z")) { _ in
      _ = folder.command("enable", "Hourly")
    }
    // Without a signal it sees by itself at the next wake; here it is woken.
    for minute in [31, 32] {
      live.clock.on(try LiveFolder.instant("2026-06-21T10:\(minute):00Z")) { _ in }
      live.clock.on(try LiveFolder.instant("2026-06-21T12:\(minute):00Z")) { _ in }
    }
    try await live.live()
    #expect(
      try live.firings() == [
        "09:00:00 Hourly", "10:00:00 Hourly", "13:00:00 Hourly", "14:00:00 Hourly",
        "15:00:00 Hourly",
      ])
  }

  @Test func `a failed delivery succeeds later, once and with one identity`() async throws {
    let live = try LiveFolder(
      """
      connect notifications to webhook("URL/hook")
      opp "Noon" on 12:00 notify "It is noon."
      """, from: "2026-06-21T11:00:00Z", to: "2026-06-21T16:00:00Z")
    let clock = live.clock
    let mended = try LiveFolder.instant("2026-06-21T13:00:00Z")
    live.server.on("/hook") { _ in clock.now < mended ? .status(503) : .status(200) }
    try await live.live()
    let stored = try live.store().history()
    #expect(stored.map(\.state) == [.delivered], "\(live.printed)")
    #expect(Set(live.server.requests(to: "/hook").map(\.text)).count == 1)
    #expect(live.count(of: "1 firing waits to be delivered") == 1, "\(live.printed)")
  }

  @Test func `calendar and agenda may come from two addresses`() async throws {
    let live = try LiveFolder(
      """
      connect calendar to ical("URL/own.ics")
      connect agenda to ical("URL/family.ics")
      opp "Soon" for each e in agenda on e.begins notify "{e.title}"
      """, from: "2026-06-21T11:00:00Z", to: "2026-06-21T13:00:00Z")
    for name in ["own", "family"] {
      let lines = [
        "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:\(name)", "SUMMARY:\(name)",
        "DTSTART:20260621T120000Z", "DURATION:PT1H", "END:VEVENT", "END:VCALENDAR", "",
      ]
      server(live, "/\(name).ics", lines.joined(separator: "\r\n"))
    }
    try await live.live()
    #expect(
      try live.store().history().map { $0.firing.text ?? "" } == ["family"], "\(live.printed)")
  }

  private func server(_ live: LiveFolder, _ path: String, _ text: String) {
    live.server.on(path) { _ in ServerAnswer(text: text, type: "text/calendar") }
  }

  @Test func `a notifier that asks to be left alone gets nothing until then`() async throws {
    let live = try LiveFolder(
      """
      connect notifications to webhook("URL/hook")
      opp "Noon" on 12:00 notify "It is noon."
      opp "Later" on 12:30 notify "It is later."
      """, from: "2026-06-21T11:00:00Z", to: "2026-06-21T16:00:00Z")
    let clock = live.clock
    let rest = try LiveFolder.instant("2026-06-21T14:00:00Z")
    live.server.on("/hook") { _ in
      clock.now < rest ? .status(429, headers: [("Retry-After", "7200")]) : .status(200)
    }
    try await live.live()
    let texts = live.server.requests(to: "/hook").map { $0.text.contains("later") }
    #expect(texts.first == false)
    #expect(texts.count { $0 } == 1 && texts.count == 3, "\(live.printed)")
    #expect(try live.store().history().map(\.state) == [.delivered, .delivered])
  }

  @Test func `a firing that is dismissed by its identity is not delivered again`() async throws {
    let live = try LiveFolder(
      """
      connect notifications to webhook("URL/hook")
      opp "Noon" on 12:00 notify "It is noon."
      """, from: "2026-06-21T11:00:00Z", to: "2026-06-21T18:00:00Z")
    live.server.on("/hook") { _ in .status(503) }
    let folder = live
    live.clock.on(try LiveFolder.instant("2026-06-21T12:00:10Z")) { _ in
      let told = folder.server.requests(to: "/hook").last?.body ?? []
      let json = try? JSONSerialization.jsonObject(with: Data(told)) as? [String: Any]
      guard let id = json?["id"] as? String else { return }
      _ = folder.command("dismiss", id)
    }
    try await live.live()
    #expect(live.server.requests(to: "/hook").count == 1)
    #expect(try live.store().history().map(\.state) == [.dismissed])
  }

  @Test func `no secret is in any output or file`() async throws {
    let secret = "hush-4711-secret"
    let live = try LiveFolder(
      """
      source hall fresh for 30min { warm: Bool }
      connect hall to json("URL/hall", token: env("HALL_TOKEN"))
      connect notifications to webhook("URL/hook", token: env("HALL_TOKEN"))
      opp "Warm" on every 1h when warm notify "Warm."
      """, to: "2026-06-21T06:00:00Z")
    live.variables["HALL_TOKEN"] = secret
    let clock = live.clock
    let expired = try LiveFolder.instant("2026-06-21T03:30:00Z")
    live.server.on("/hall") { _ in
      clock.now < expired ? .json(#"{"warm": true}"#) : .status(401)
    }
    live.server.on("/hook") { _ in clock.now < expired ? .status(200) : .status(403) }
    try await live.live()
    #expect(!(try live.firings()).isEmpty)
    let all = live.printed + live.command("history") + live.command("list")
    #expect(!all.contains(secret))
    for name in try FileManager.default.contentsOfDirectory(atPath: live.folder.path) {
      let bytes = try Data(contentsOf: live.folder.appending(path: name))
      #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(name)")
    }
  }

  @Test func `without anything to wait for there is no wake`() async throws {
    let live = try LiveFolder("", to: "2026-07-21T00:00:00Z")
    try await live.live()
    #expect(live.clock.waits <= 1)
  }
}

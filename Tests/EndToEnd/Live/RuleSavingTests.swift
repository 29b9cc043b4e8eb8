import Foundation
import OppModel
import OppStore
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// Rule files that are saved in steps below a run
@Suite(.limited, .waiting) struct RuleSavingTests {
  private static let rules = """
    set quiet when time in 12:00..13:00
    connect notifications to webhook("URL/hook")
    opp "Tea" on 12:10 notify "Tea."
    opp "Walk" on 12:20 notify "Walk." to "Ann"
    """

  /// A way in which an editor or a tool saves a file: what is there for a moment
  private enum Saving: String, CaseIterable, Sendable {
    case truncated, removed, half, withoutNotifier, withoutOpps, broken
  }

  private static func save(_ saving: Saving, in folder: LiveFolder) {
    let lines = rules.split(separator: "\n").map { String($0) }
    switch saving {
    case .truncated: try? Data().write(to: folder.folder.appending(path: "rules.opp"))
    case .removed:
      try? FileManager.default.removeItem(at: folder.folder.appending(path: "rules.opp"))
    case .half: try? folder.write(lines.prefix(3).joined(separator: "\n"))
    case .withoutNotifier: try? folder.write(([lines[0]] + lines[2...]).joined(separator: "\n"))
    case .withoutOpps: try? folder.write(lines[1])
    case .broken: try? folder.write(rules + "\nopp \"")
    }
  }

  /// Lives from 12:00 to 13:30 with a file that is not whole from 12:30 on, for so many seconds
  private func live(_ saving: Saving, for seconds: Int64) async throws -> LiveFolder {
    let live = try LiveFolder(
      Self.rules, from: "2026-06-21T12:00:00Z", to: "2026-06-21T13:30:00Z")
    live.server.on("/hook") { _ in .status(200) }
    let (folder, begin) = (live, try LiveFolder.instant("2026-06-21T12:30:00Z"))
    live.clock.on(begin) { _ in Self.save(saving, in: folder) }
    live.clock.on(begin.advanced(by: seconds)) { _ in try? folder.write(Self.rules) }
    live.clock.on(begin.advanced(by: seconds + 60)) { _ in }
    try await live.live()
    return live
  }

  @Test(arguments: Saving.allCases)
  private func `a file that is not whole for a moment changes nothing`(saving: Saving) async throws
  {
    let live = try await live(saving, for: 2)
    let stored = try live.store().history()
    #expect(stored.map(\.state) == [.delivered, .delivered], "\(live.printed)")
    let end = try LiveFolder.instant("2026-06-21T13:00:00Z")
    #expect(stored.allSatisfy { $0.firing.delivered == end }, "\(live.printed)")
    #expect(live.server.requests(to: "/hook").count == 2, "\(live.printed)")
    #expect(live.count(of: "Tea.") == 0, "\(live.printed)")
    #expect(live.count(of: "Opps") <= 2, "\(live.printed)")
  }

  @Test(arguments: [Saving.truncated, .removed, .withoutOpps, .broken])
  private func `a set without Opps keeps what waits, also in a pause of the daemon`(
    saving: Saving
  ) async throws {
    let live = try await live(saving, for: 20)
    #expect(try live.store().history().map(\.state) == [.delivered, .delivered], "\(live.printed)")
    #expect(live.server.requests(to: "/hook").count == 2, "\(live.printed)")
    #expect(live.count(of: "Tea.") == 0, "\(live.printed)")
  }

  @Test func `a daemon that begins with an empty file delivers nothing elsewhere`() async throws {
    let live = try LiveFolder(
      Self.rules, from: "2026-06-21T12:00:00Z", to: "2026-06-21T12:30:00Z")
    live.server.on("/hook") { _ in .status(200) }
    try await live.live()
    try Data().write(to: live.folder.appending(path: "rules.opp"))
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T12:40:00Z"))
    try await live.live()
    #expect(try live.store().history().map(\.state) == [.held, .held], "\(live.printed)")
    try live.write(Self.rules)
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T13:10:00Z"))
    try await live.live()
    #expect(try live.store().history().map(\.state) == [.delivered, .delivered], "\(live.printed)")
    #expect(live.server.requests(to: "/hook").count == 2, "\(live.printed)")
  }
}

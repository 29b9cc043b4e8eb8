import Foundation
import OppModel
import OppStore
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// Notifiers that fail, with the clock of the tests
@Suite(.limited, .waiting) struct NotifierRunTests {
  private static let rules = """
    connect notifications("Ann") to webhook("URL/ann")
    connect notifications to webhook("URL/home")
    opp "Both" on every 10min notify "{time}" to ["Ann", "Bo"]
    """
  private static let ann = "notifications(\"Ann\") (webhook)"
  private static let home = "notifications (webhook)"

  /// The texts that a path has taken, in their order
  private func taken(_ live: LiveFolder, _ path: String) -> [String] {
    live.server.requests(to: path).compactMap { request in
      let json = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
      return json?["text"] as? String
    }
  }

  @Test func `one that fails blames no other, and all that waits goes with its first success`()
    async throws
  {
    let live = try LiveFolder(
      Self.rules, from: "2026-06-21T11:55:00Z", to: "2026-06-21T13:05:00Z")
    let clock = live.clock
    let mended = try LiveFolder.instant("2026-06-21T12:45:00Z")
    live.server.on("/ann") { _ in .status(200) }
    live.server.on("/home") { _ in clock.now < mended ? .status(503) : .status(200) }
    let folder = live
    clock.on(try LiveFolder.instant("2026-06-21T12:44:00Z")) { _ in
      let listed = folder.command("list")
      #expect(
        listed.contains("\(Self.home): ") && listed.contains("responded with 503; 5 firings wait"),
        "\(listed)")
      #expect(!listed.contains(Self.ann), "\(listed)")
    }
    try await live.live()
    let times = ["12:00", "12:10", "12:20", "12:30", "12:40", "12:50", "13:00"]
    #expect(taken(live, "/ann") == times)
    // The firing of 12:50 had the notifier tried again.
    #expect(Array(taken(live, "/home").suffix(7)) == times, "\(taken(live, "/home"))")
    #expect(live.count(of: "\(Self.home): ") == 1, "\(live.printed)")
    #expect(live.count(of: "\(Self.home) works again.") == 1, "\(live.printed)")
    #expect(live.count(of: Self.ann) == 1, "\(live.printed)")
    #expect(try live.store().history().allSatisfy { $0.state == .delivered })
  }

  @Test func `a pause goes on over a restart, and its end is said`() async throws {
    let live = try LiveFolder(
      Self.rules, from: "2026-06-21T11:59:00Z", to: "2026-06-21T12:03:00Z")
    let clock = live.clock
    let mended = try LiveFolder.instant("2026-06-21T12:03:00Z")
    live.server.on("/ann") { _ in .status(200) }
    live.server.on("/home") { _ in clock.now < mended ? .status(503) : .status(200) }
    try await live.live()
    let attempts = taken(live, "/home").count
    #expect(attempts == 4, "\(live.printed)")
    #expect(
      live.command("list").contains("1 firing waits to be delivered. Opp tries again at 12:03."))
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T12:09:00Z"))
    let said = try await live.live()
    #expect(said.contains("\(Self.home) works again."), "\(said)")
    #expect(taken(live, "/ann") == ["12:00"])
    #expect(taken(live, "/home").count == attempts + 1)
    #expect(!live.command("list").contains("webhook"))
  }

  @Test func `a notifier that the rules no longer connect keeps what waits for it`() async throws {
    let live = try LiveFolder(
      """
      connect notifications to webhook("URL/home")
      opp "Noon" on 12:00 notify "It is noon."
      """, from: "2026-06-21T11:59:00Z", to: "2026-06-21T12:20:00Z")
    let clock = live.clock
    let mended = try LiveFolder.instant("2026-06-21T12:15:00Z")
    live.server.on("/home") { _ in clock.now < mended ? .status(503) : .status(200) }
    let folder = live
    clock.on(try LiveFolder.instant("2026-06-21T12:01:00Z")) { _ in
      try? folder.write(#"opp "Noon" on 12:00 notify "It is noon.""#)
    }
    clock.on(try LiveFolder.instant("2026-06-21T12:10:00Z")) { _ in
      let listed = folder.command("list")
      #expect(listed.contains("\(Self.home): the rules no longer connect it; 1 firing waits"))
    }
    clock.on(try LiveFolder.instant("2026-06-21T12:16:00Z")) { _ in
      try? folder.write(
        """
        connect notifications to webhook("URL/home")
        opp "Noon" on 12:00 notify "It is noon."
        """)
    }
    try await live.live()
    #expect(try live.store().history().map(\.state) == [.delivered])
    #expect(live.count(of: "It is noon.") == 0, "\(live.printed)")
    #expect(live.count(of: "the rules no longer connect it; 1 firing waits") == 1)
  }

  @Test func `one that is no longer connected is forgotten once nothing waits for it`() async throws
  {
    let live = try LiveFolder(
      """
      connect notifications to webhook("URL/home")
      opp "Noon" on 12:00 notify "It is noon."
      """, from: "2026-06-21T11:59:00Z", to: "2026-06-21T12:20:00Z")
    live.server.on("/home") { _ in .status(503) }
    let folder = live
    live.clock.on(try LiveFolder.instant("2026-06-21T12:01:00Z")) { _ in
      try? folder.write(#"opp "Noon" on 12:00 notify "It is noon.""#)
    }
    live.clock.on(try LiveFolder.instant("2026-06-21T12:10:00Z")) { _ in
      #expect(folder.command("list").contains("the rules no longer connect it"))
      _ = folder.command("dismiss", "Noon")
      #expect(!folder.command("list").contains("the rules no longer connect it"))
    }
    try await live.live()
    #expect(!live.command("list").contains(Self.home))
  }

  @Test func `what is connected after all is no longer listed as lacking`() async throws {
    let live = try LiveFolder(
      """
      source room fresh for 15min { n: Number }
      opp "Warm" when room.n > 20 notify "Warm."
      """, from: "2026-06-21T11:59:00Z", to: "2026-06-21T12:20:00Z")
    live.server.on("/room") { _ in .json(#"{"n": 10}"#) }
    let folder = live
    live.clock.on(try LiveFolder.instant("2026-06-21T12:01:00Z")) { _ in
      #expect(folder.command("list").contains("room is not connected"))
      try? folder.write(
        """
        source room fresh for 15min { n: Number }
        connect room to json("URL/room")
        opp "Warm" when room.n > 20 notify "Warm."
        """)
    }
    live.clock.on(try LiveFolder.instant("2026-06-21T12:10:00Z")) { _ in
      #expect(!folder.command("list").contains("room is not connected"))
    }
    try await live.live()
    #expect(live.count(of: "room is not connected") == 1, "\(live.printed)")
  }

  @Test func `what expires in a pause is given up`() async throws {
    let live = try LiveFolder(
      """
      connect notifications to webhook("URL/home")
      opp "Noon" on 12:00 notify "It is noon." expires 5min
      """, from: "2026-06-21T11:59:00Z", to: "2026-06-21T14:00:00Z")
    live.server.on("/home") { request in
      #expect(request.text.contains(#""expires":"2026-06-21T12:05:00Z""#))
      return .status(503)
    }
    try await live.live()
    #expect(try live.store().history().map(\.state) == [.expired])
    #expect(live.server.requests(to: "/home").count == 5)
    #expect(live.command("history").contains("Noon: It is noon. (expired)"))
    let shown = live.command("history", "--format", "json")
    #expect(shown.contains(#""at":"2026-06-21T12:00:00Z","delivered":null,"#), "\(shown)")
    #expect(live.command("list").contains("no firing waits to be delivered."))
  }
}

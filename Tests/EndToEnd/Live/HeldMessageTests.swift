import Foundation
import OppEngine
import OppModel
import OppOutputs
import OppSession
import OppStore
import OppTestLimits
import Testing

@testable import OppProviders
@testable import opp

/// Messages of one second that contradict each other: each counts at a second of its own
@Suite(.limited) struct HeldMessageTests {
  @Test(arguments: [[], ["--once"]])
  func `a button that is pressed and released in one second was both, a second apart`(
    options: [String]
  ) throws {
    let folder = try TemporaryFolder([
      "rules.opp": """
      set zone "UTC"
      source door fresh for 1h { open: Bool }
      connect door to mqtt("127.0.0.1:1", topic: "door")
      opp "Opened" on door.open
      opp "Closed" on not door.open
      opp "Evening" on 20:00
      """
    ])
    let noon = try #require(Instant(rfc3339: "2026-06-21T12:00:00Z"))
    let clock = ScriptedClock(from: noon, to: noon.advanced(by: 1800))
    let mailbox = LiveMailbox()
    let surroundings = LiveSurroundings(
      clock: clock, mailbox: mailbox, deliverer: ConcurrentDeliverer(mailbox: mailbox)
    ) { graph, providers, generation in
      for (number, isOpen) in [false, true, false].enumerated() {
        let reading = SourceReading(
          source: SourceID(index: Int32(graph.sources.firstIndex { $0.name == "door" } ?? 0)),
          arguments: [], instant: noon, fields: [.known(.truth(isOpen))], freshness: nil,
          isLasting: false)
        mailbox.put(
          .pushed(
            .received(
              ReceivedMessage(
                arrivals: [.reading(reading)], identity: "\(number)", isRepeated: false, at: noon,
                content: "\(isOpen)", keptUntil: nil, acknowledge: {})), provider: 0,
            generation: generation))
      }
      return SilentWorld(providers)
    }
    let context = CommandContext(
      workingDirectory: folder.url.path, variables: ["TZ": "UTC", "HOME": folder.url.path],
      present: noon, surroundings: surroundings)
    let console = Console()
    _ = CommandLineTool.run(
      ["run", "rules.opp", "--store", "store.sqlite"] + options, in: context, console)
    let firings = try Store.open(path: folder.url.appending(path: "store.sqlite").path).history()
    let times = firings.map { "\($0.firing.opp) \($0.firing.at.seconds(since: noon))" }
    #expect(
      times == ["Opened 1", "Closed 2"], "\(String(decoding: console.transcript, as: UTF8.self))")
  }

  /// A world of connectors that bring nothing more
  private final class SilentWorld: LiveWorld {
    let providers: [Provider]

    init(_ providers: [Provider]) { self.providers = providers }

    var reportsToMailbox: Bool { true }
    var nextArrival: Instant? { nil }
    func arrivals(upTo now: Instant) -> [Arrival] { [] }
    func responses(upTo now: Instant) -> [FetchResponse] { [] }
    func request(_ fetches: [Fetch], at now: Instant) -> [FetchResponse] { [] }
    func begin() {}
    func end() {}
  }
}

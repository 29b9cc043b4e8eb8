import OppEngine
import OppModel
import OppProviders
import OppSession
import OppTestLimits
import Testing

@testable import opp

/// Events in batches, and the wait of a round for what is pushed
@Suite(.limited) struct LiveEventsTests {
  private static func lost(_ provider: Int, _ reason: String = "away") -> LiveEvent {
    .pushed(.lost(FetchFailure(.unreachable, reason)), provider: provider, generation: 1)
  }

  private static func arrived(_ provider: Int, generation: Int = 1) -> LiveEvent {
    .pushed(.arrived([.places([])]), provider: provider, generation: generation)
  }

  private func words(_ events: LiveEvents) -> String {
    let lost = events.lost.map { "\($0.provider) \($0.failure.reason)" }
    return "\(events.arrivals.count) arrivals, lost \(lost), found \(events.found.sorted())"
  }

  @Test(arguments: [
    ([lost(0), arrived(0)], "1 arrivals, lost [], found [0]"),
    ([arrived(0), lost(0)], #"1 arrivals, lost ["0 away"], found [0]"#),
    ([lost(0), arrived(1)], #"1 arrivals, lost ["0 away"], found [1]"#),
    ([lost(1), lost(0), arrived(1)], #"1 arrivals, lost ["0 away"], found [1]"#),
    ([lost(0), arrived(0), lost(0, "again")], #"1 arrivals, lost ["0 again"], found [0]"#),
    ([lost(0), arrived(0), arrived(0), lost(1)], #"2 arrivals, lost ["1 away"], found [0]"#),
    ([lost(0), arrived(0, generation: 2)], #"0 arrivals, lost ["0 away"], found []"#),
  ])
  func `the last word of a provider counts, in however many batches it comes`(
    events: [LiveEvent], expected: String
  ) {
    #expect(words(LiveEvents(events, generation: 1)) == expected)
    for cut in 0...events.count {
      var batches = LiveEvents(Array(events[..<cut]), generation: 1)
      batches.add(LiveEvents(Array(events[cut...]), generation: 1))
      #expect(words(batches) == expected, "cut at \(cut)")
    }
    var one = LiveEvents()
    for event in events { one.add(LiveEvents([event], generation: 1)) }
    #expect(words(one) == expected, "one by one")
  }

  @Test func `what came for other rules is left out, and news are those of the session`() {
    let failure = FetchFailure(.broken, "503")
    #expect(
      !LiveEvents(
        [.pushed(.lost(failure), provider: 0, generation: 2), .changed, .hungUp, .refresh, .stop],
        generation: 1
      ).bringNews)
    #expect(LiveEvents([Self.lost(0)], generation: 1).bringNews)
    #expect(LiveEvents([Self.arrived(0)], generation: 1).bringNews)
    let asked = LiveEvents([.hungUp, .refresh, .stop], generation: 1)
    #expect(asked.isHungUp && asked.isRefresh && asked.isStop)
    #expect(LiveEvents([.hungUp], generation: 1).isStop == false)
    #expect(LiveEvents([.stop], generation: 1).isRefresh == false)
  }

  // MARK: The wait of a round

  private static let begins = Instant(seconds: 1000)

  private func overdue(_ wait: inout ReportWait, _ second: Int64) -> [String] {
    wait.overdue(among: [0, 1], at: Instant(seconds: second)).map {
      "\($0.provider) \($0.failure.reason)"
    }
  }

  @Test func `a loss is held back until the end, and an arrival ends it`() {
    let silence = "there was no report within 10 s"
    for (batches, expected) in [
      ([[Self.lost(0)]], ["0 away", "1 \(silence)"]),
      ([[Self.lost(0)], [Self.arrived(0)]], ["0 \(silence)", "1 \(silence)"]),
      ([[Self.lost(0), Self.arrived(0)]], ["0 \(silence)", "1 \(silence)"]),
      ([[Self.arrived(0)], [Self.lost(0)]], ["0 away", "1 \(silence)"]),
      ([[Self.lost(0)], [Self.lost(0, "again")]], ["0 again", "1 \(silence)"]),
    ] {
      var wait = ReportWait(from: Self.begins, length: 10)
      for batch in batches {
        var events = LiveEvents(batch, generation: 1)
        wait.hold(&events)
        #expect(events.lost.isEmpty)
      }
      #expect(wait.next(among: [0, 1], at: Self.begins) == Instant(seconds: 1010))
      #expect(overdue(&wait, 1009) == [])
      #expect(overdue(&wait, 1010) == expected)
      // Each is given up once.
      #expect(overdue(&wait, 1011) == [])
      #expect(wait.next(among: [0, 1], at: Instant(seconds: 1011)) == nil)
    }
  }

  @Test func `a loss that only a person can mend is not waited for`() {
    var wait = ReportWait(from: Self.begins, length: 10)
    var events = LiveEvents(
      [.pushed(.lost(FetchFailure(.refused, "no")), provider: 1, generation: 1)], generation: 1)
    wait.hold(&events)
    let now = Instant(seconds: 1001)
    #expect(wait.next(among: [0, 1], at: now) == now)
    #expect(overdue(&wait, 1001) == ["1 no"])
    #expect(wait.next(among: [0, 1], at: now) == Instant(seconds: 1010))
    #expect(wait.next(among: [1], at: now) == nil)
  }
}

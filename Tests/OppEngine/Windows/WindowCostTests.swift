import OppEngine
import OppModel
import OppReplay
import OppSemantics
import OppTestLimits
import OppTimelines
import Testing

/// The cost of a reading does not grow with the length of the windows that look at it
@Suite(.limited) struct WindowCostTests {
  private static let readings = 900

  @Test(arguments: [
    "max(x, last D)", "min(x, last D)", "change(x, last D)", "total(x > 500, last D)",
    "average(x, last D)", "average(sometimes, last D)", "travelled(last D)",
    "distance(average(location.position, last D), @0,0)",
  ])
  func `a window of a hundred times the length costs no more a reading`(_ expression: String) throws
  {
    let short = try replay(expression.replacing("D", with: "9s"))
    let long = try replay(expression.replacing("D", with: "900s"))
    // The machine may be busy for a while, so the least of several ratios counts.
    var ratio = Double.infinity
    for _ in 0..<6 where ratio > 4 { ratio = min(ratio, long() / short()) }
    #expect(ratio < 4, "\(expression)")
  }

  /// Replays a reading a second, and returns how long that takes
  private func replay(_ expression: String) throws -> () -> Double {
    let subject = try EngineCheck(
      "source s { x: Number  sometimes: Number }", Self.lines, zone: "UTC", day: "2026-06-21",
      from: "00:00", to: "00:15")
    let node = try subject.node(expression).node
    let replay = subject.timeline.replay
    return {
      let clock = ContinuousClock()
      return clock.measure {
        _ = replay.run(from: subject.from, to: subject.to, watching: [node])
      } / .seconds(1)
    }
  }

  /// A number that falls for long, one that comes and goes, and a walk
  private static let lines: String = {
    var lines: [String] = []
    for second in 0..<readings {
      let time = "00:\(pad(second / 60)):\(pad(second % 60))"
      let sometimes = second % 2 == 0 ? "1" : "?"
      lines.append("\(time) x=\((7919 * second) % 1000) sometimes=\(sometimes)")
      lines.append("\(time) position=@0,0.\(10_000 + second)")
    }
    return lines.joined(separator: "\n")
  }()

  private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

import OppModel
import OppSemantics
import OppTestLimits
import OppTesting
import OppTimelines
import Testing

@testable import OppEngine

/// Ranges of the time between bounds that move with the person, and distances, second by second
@Suite(.limited) struct MovingPersonTests {
  /// Two bounds, each the sun's time or that of a constant, and the seconds that are added
  private struct Range {
    let low: Bound
    let high: Bound

    var text: String { "time in \(low.text)..\(high.text)" }

    func bounds(_ day: SolarDay, _ zone: Zone) -> (low: Int64, high: Int64) {
      (low.time(day, zone), high.time(day, zone))
    }

    static func contains(_ time: Int64, _ bounds: (low: Int64, high: Int64)) -> Bool {
      let (low, high) = bounds
      if low < high { return low <= time && time < high }
      return low == high || low <= time || time < high
    }
  }

  private enum Bound {
    case constant(Int64)
    case sun(SunField, plus: Int64)

    var text: String {
      switch self {
      case .constant(let time):
        "\(time / 36_000)\(time / 3600 % 10):\(time / 600 % 6)\(time / 60 % 10)"
      case .sun(let field, 0): "\(field)"
      case .sun(let field, let offset): "\(field) \(offset < 0 ? "-" : "+") \(abs(offset))s"
      }
    }

    func time(_ day: SolarDay, _ zone: Zone) -> Int64 {
      switch self {
      case .constant(let time): return time
      case .sun(let field, let offset):
        let instant = day.instant(of: field) ?? day.noon
        let time = zone.local(at: instant).secondOfDay + offset
        return (time % 86_400 + 86_400) % 86_400
      }
    }
  }

  private static let ranges = [
    Range(low: .sun(.sunrise, plus: 0), high: .sun(.sunset, plus: 0)),
    Range(low: .sun(.sunset, plus: 0), high: .sun(.sunrise, plus: 0)),
    Range(low: .sun(.sunrise, plus: 2700), high: .constant(43_200)),
    Range(low: .constant(64_800), high: .sun(.sunset, plus: -1200)),
    Range(low: .sun(.sunset, plus: 7 * 3600), high: .sun(.sunrise, plus: -1)),
    Range(low: .constant(79_200), high: .sun(.dawn, plus: 600)),
    Range(low: .sun(.dusk, plus: 0), high: .constant(3600)),
    Range(low: .sun(.sunset, plus: -60), high: .sun(.sunset, plus: 60)),
  ]

  private static let radii = [2.0, 20, 60, 300]

  private static let place = "48.4,-123.2"

  /// The seconds at which each Opp should fire: those at which its condition becomes true
  private func expected(
    _ moves: [(at: Int64, position: Position)], _ zone: Zone, to end: Int64
  ) throws -> [String] {
    let place = try #require(Position(latitude: 48.4, longitude: -123.2))
    var found: [String] = []
    var before = Array(repeating: false, count: Self.ranges.count + Self.radii.count)
    for (index, own) in moves.enumerated() {
      var second = own.at
      let until = index + 1 < moves.count ? moves[index + 1].at : end
      let distance = Geodesic.distance(from: own.position, to: place)
      while second < until {
        let (time, next) = zone.timeOfDay(at: Instant(seconds: second))
        let date = zone.local(at: Instant(seconds: second)).date
        let day = SolarDay(date: date, position: own.position, zone: zone)
        let bounds = Self.ranges.map { $0.bounds(day, zone) }
        let near = Self.radii.map { distance < $0 * 1000 }
        let start = second
        while second < min(until, next.seconds) {
          for opp in before.indices {
            let isTrue =
              opp < bounds.count
              ? Range.contains(time + second - start, bounds[opp]) : near[opp - bounds.count]
            if isTrue, !before[opp] { found.append("\(second) \(opp)") }
            before[opp] = isTrue
          }
          second += 1
        }
      }
    }
    return found
  }

  @Test(arguments: LawSeeds.seeds(3, long: 300))
  func `a person who moves has the ranges and the distances of where they are`(seed: UInt64) throws
  {
    var random = SplitMix64(seed: seed)
    let conditions =
      Self.ranges.map(\.text) + Self.radii.map { "distance(@\(Self.place)) < \(Int($0))km" }
    let rules = conditions.enumerated().map { index, condition in
      "opp \"\(String(UnicodeScalar(UInt8(97 + index))))\" when \(condition)"
    }
    // One of the days has 25 hours, and one has 23.
    let subject = try EngineCheck(
      rules.joined(separator: "\n"), "", zone: "America/Vancouver",
      day: random.pick(["2026-06-21", "2026-11-01", "2026-03-08"]), from: "00:00", to: "23:59")
    let zone = subject.clockface.zone
    let from = subject.from.seconds
    let end = from + 90_000
    var moves: [(at: Int64, position: Position)] = []
    var now = from
    while now < end {
      let longitude =
        random.oneIn(6)
        ? -115.0 : -123.0 - Double(random.number(in: 0...200)) / 100
      let latitude = 48 + Double(random.number(in: 0...80)) / 100
      moves.append((now, try #require(Position(latitude: latitude, longitude: longitude))))
      now += Int64(random.number(in: 1...1800))
    }
    let firings = try subject.firings(of: moves, to: Instant(seconds: end))
    let found = firings.map { "\($0.at.seconds) \($0.rule)" }
    #expect(found == (try expected(moves, zone, to: end)))
    if seed < 3 { #expect(found.count > 20) }
  }
}

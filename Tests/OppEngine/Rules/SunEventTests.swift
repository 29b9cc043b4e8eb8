import OppModel
import OppSemantics
import OppTestLimits
import OppTesting
import OppTimelines
import Testing

@testable import OppEngine

/// Events of the sun, of many Opps together, while the place moves
@Suite(.limited) struct SunEventTests {
  /// Offsets before and after, two of them the same, and some by days
  private static let offsets: [Int64] = [
    -95 * 60, -20 * 60, -20 * 60, -1, 0, 30 * 60, 86_399, 86_400, 3 * 86_400, -86_400, -86_401,
  ]

  private func text(_ seconds: Int64) -> String {
    seconds == 0 ? "" : seconds < 0 ? " - \(-seconds)s" : " + \(seconds)s"
  }

  /// The seconds at which each Opp should fire, in their order: those between two positions at which the crossing of the
  /// earlier one lies the offset away
  private func expected(
    _ positions: [(at: Int64, position: Position)], _ field: SunField, to end: Int64
  ) -> [String] {
    var found: [(second: Int64, opp: Int)] = []
    for (index, own) in positions.enumerated() {
      let until = index + 1 < positions.count ? positions[index + 1].at : end
      let date = Zone.utc.local(at: Instant(seconds: own.at)).date
      for day in -6...8 as ClosedRange<Int64> {
        let day = SolarDay(date: date.advanced(by: day), position: own.position, zone: .utc)
        guard let crossing = day.instant(of: field)?.seconds else { continue }
        for (opp, offset) in Self.offsets.enumerated() {
          let second = crossing + offset
          if second >= own.at, second < until { found.append((second, opp)) }
        }
      }
    }
    found.sort { ($0.second, $0.opp) < ($1.second, $1.opp) }
    return found.map { "\($0.second) \($0.opp)" }
  }

  @Test(arguments: LawSeeds.seeds(6, long: 2000))
  func `a person who moves has the events of where they are`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let field: SunField = random.pick([.sunset, .sunrise, .dusk, .solarNoon])
    let name = field == .solarNoon ? "solar_noon" : "\(field)"
    let rules = Self.offsets.enumerated().map { index, offset in
      "opp \"\(String(UnicodeScalar(UInt8(97 + index))))\" on \(name)\(text(offset))"
    }
    let subject = try EngineCheck(
      rules.joined(separator: "\n"), "", zone: "UTC",
      day: random.pick(["2026-06-21", "2026-03-19", "2026-09-24", "2026-12-21"]), from: "00:00",
      to: "23:59")
    let from = subject.from.seconds
    // At some of the seconds they leave for where the sun does not set for months, or across the world.
    let latitudes = [48.4, 48.5, 47.9, 71.3, 84.5, -33.9]
    var positions: [(at: Int64, position: Position)] = []
    var now = from
    while now < from + 5 * 86_400 {
      let longitude = random.oneIn(5) ? 150.0 : -123.0 - Double(random.number(in: 0...300)) / 100
      let position = try #require(
        Position(latitude: random.pick(latitudes), longitude: longitude))
      positions.append((now, position))
      now += Int64(random.number(in: 1...4 * 3600))
    }
    let to = Instant(seconds: from + 5 * 86_400)
    let firings = try subject.firings(of: positions, to: to)
    let found = firings.map { "\($0.at.seconds) \($0.rule)" }
    #expect(found == expected(positions, field, to: to.seconds))
    // Of others, some are spent where the sun does not set.
    if seed < 12 { #expect(found.count > 10) }
  }

  @Test func `there is no event before any place is known, and then those of the last known one`()
    throws
  {
    let rules = #"opp "x" on sunset or sunset + 10min"#
    try check(
      rules, "18:06 position=@0,0", from: "17:00", to: "19:00", fires: "18:15:30")
    try check(
      rules,
      """
      17:00 position=@0,0
      17:30 position=?
      """, from: "17:00", to: "19:00", fires: "18:05:30, 18:15:30")
  }
}

import OppTestLimits
import OppTesting
import Testing

@testable import OppModel

/// Where the sun stands, against the routines of the IAU; `Tables/make_sun_places.py` makes the table
@Suite(.limited) struct SunCurveTests {
  @Test func `elevation and azimuth are those of the almanac from 1900 to 2100`() throws {
    var count = 0
    for row in try IndependentTable.rows("Suns/Tables/sun_places.csv") {
      let instant = try #require(Instant(rfc3339: row[0]))
      let numbers = row[1...].compactMap { Double($0) }
      let position = try #require(Position(latitude: numbers[0], longitude: numbers[1]))
      let elevation = Sun.degrees(.elevation, at: instant, over: position)
      let azimuth = Sun.degrees(.azimuth, at: instant, over: position)
      #expect(abs(elevation - numbers[2]) < 0.003, "\(row)")
      // Near the zenith a direction is a point's: what counts is the angle on the sphere.
      let turned = Mathematics.radiansPerDegree * (azimuth - numbers[3])
      let apart =
        abs(Mathematics.sine(turned / 2)) * 2 / Mathematics.radiansPerDegree
        * Mathematics.cosine(elevation * Mathematics.radiansPerDegree)
      #expect(apart < 0.003, "\(row)")
      count += 1
    }
    #expect(count == 600)
  }

  @Test(arguments: LawSeeds.seeds(12, long: 400))
  func `a curve only rises or only falls until it turns`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let bound = random.pick([900, 899, 660, 230])
    let latitude = Double(random.number(in: -bound...bound)) / 10
    let longitude = Double(random.number(in: -1800...1800)) / 10
    let position = try #require(Position(latitude: latitude, longitude: longitude))
    let start = 1_767_225_600 + Int64(random.number(in: 0...366 * 86_400))
    for angle in SunAngle.allCases {
      try checkDay(of: angle, over: position, from: start)
    }
  }

  /// Walks a day, second by second in steps of seven and wholly around each turn
  private func checkDay(of angle: SunAngle, over position: Position, from start: Int64) throws {
    var table = SunTable()
    var second = start
    var turns = 0
    while second < start + 86_400 {
      let curve = SunCurve(angle, over: position, near: second, &table)
      let turn = curve.turn(after: second)
      try #require(turn > second)
      var steps: Set<Bool> = []
      for probe in stride(from: second, to: turn - 1, by: 7) {
        steps.insert(curve.degrees(at: probe + 1) > curve.degrees(at: probe))
      }
      for probe in max(second, turn - 20)..<max(second, turn - 1) {
        steps.insert(curve.degrees(at: probe + 1) > curve.degrees(at: probe))
      }
      #expect(steps.count <= 1, "\(angle) \(position) \(second)..\(turn)")
      (second, turns) = (turn, turns + 1)
    }
    #expect(turns <= 8, "\(angle) \(position) \(start)")
  }

  @Test func `the azimuth of the far south passes the north at noon, and is below 360`() throws {
    let sydney = try #require(Position(latitude: -33.87, longitude: 151.21))
    let start = try #require(Instant(rfc3339: "2026-06-21T00:00:00Z")).seconds
    var table = SunTable()
    let curve = SunCurve(.azimuth, over: sydney, near: start, &table)
    let turn = curve.turn(after: start)
    #expect(curve.degrees(at: turn) > 359.9)
    #expect(curve.degrees(at: turn - 1) < 0.1)
    #expect(curve.degrees(at: turn) < 360)
  }

  @Test(arguments: [90.0, -90])
  func `at the poles the elevation is the declination, and changes slowly`(latitude: Double) throws
  {
    let pole = try #require(Position(latitude: latitude, longitude: 0))
    let solstice = try #require(Instant(rfc3339: "2026-06-21T08:24:00Z"))
    let elevation = Sun.degrees(.elevation, at: solstice, over: pole)
    #expect(abs(abs(elevation) - 23.436) < 0.01)
    #expect((elevation > 0) == (latitude > 0))
  }

  @Test func `the ends of time end nothing`() throws {
    let position = try #require(Position(latitude: 52, longitude: 13))
    for seconds in [Int64.min, -1 << 60, 1 << 60, .max] {
      for angle in SunAngle.allCases {
        let degrees = Sun.degrees(angle, at: Instant(seconds: seconds), over: position)
        #expect(degrees >= -90 && degrees < 360)
      }
    }
  }
}

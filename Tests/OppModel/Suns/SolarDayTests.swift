import OppTestLimits
import OppTesting
import Testing

@testable import OppModel

/// The sun's times against the ephemeris DE421; `Tables/make_suns.py` makes the table
@Suite(.limited) struct SolarDayTests {
  @Test func `times are those of the almanac`() throws {
    var worst: [SunField: Int64] = [:]
    for row in try rows() {
      for field in [SunField.solarNoon, .dawn, .sunrise, .sunset, .dusk] {
        guard let expected = row.times[field] ?? nil else {
          #expect(row.day.instant(of: field) == nil, "\(row.text) \(field)")
          #expect(row.day.reason(of: field) == row.reasons[field], "\(row.text) \(field)")
          continue
        }
        let found = try #require(row.day.instant(of: field), "\(row.text) \(field)")
        let difference = abs(found.seconds(since: expected))
        // The promise is 60 s below 60° and 120 s below the polar circles; the sun is far better known.
        let latitude = abs(row.position.latitude)
        #expect(difference <= (latitude < 60 ? 2 : latitude < 66 ? 4 : 30), "\(row.text) \(field)")
        if latitude < 66 { worst[field] = max(worst[field] ?? 0, difference) }
      }
    }
    #expect(worst.count == 5)
  }

  @Test func `daylight changes at the second of sunrise and sunset`() throws {
    for row in try rows() {
      for (field, isUp) in [(SunField.sunrise, true), (.sunset, false)] {
        guard let instant = row.day.instant(of: field) else { continue }
        let before = instant.advanced(by: -1)
        #expect(Sun.isUp(at: instant, over: row.position) == isUp, "\(row.text)")
        #expect(Sun.isUp(at: before, over: row.position) != isUp, "\(row.text)")
        let change = Sun.nextDaylightChange(after: before, over: row.position)
        #expect(change == instant, "\(row.text)")
      }
    }
  }

  @Test(arguments: [
    (0.0, 0.0), (65.5, 20), (66.6, -100), (69.65, 18.96), (78.2, 15.6), (-77.8, 166.7), (89.5, 60),
    (90, 0), (-90, 0), (-66.5, 140), (67.4, 179.9),
  ])
  func `changes of daylight are every crossing of a year, and nothing else`(
    latitude: Double, longitude: Double
  ) throws {
    let position = try #require(Position(latitude: latitude, longitude: longitude))
    let start = try #require(Instant(rfc3339: "2026-01-01T00:00:00Z"))
    let end = start.advanced(by: 366 * 86_400)
    var next = Sun.nextDaylightChange(after: start, over: position) ?? .distantFuture
    var isUp = Sun.isUp(at: start, over: position)
    var count = 0
    // Each minute near a change and one in 21 elsewhere; in the short run, one in 36 and one in 756.
    let step = LawSeeds.isLong ? 1 : 36
    for minute in stride(from: step, through: 366 * 1440, by: step) {
      let instant = start.advanced(by: Int64(minute) * 60)
      while next <= instant {
        isUp.toggle()
        count += 1
        next = Sun.nextDaylightChange(after: next, over: position) ?? .distantFuture
      }
      guard minute % (21 * step) == 0 || next < instant.advanced(by: 600) else { continue }
      if Sun.isUp(at: instant, over: position) != isUp { Issue.record("\(instant.rfc3339)") }
    }
    #expect(count >= 1 && count <= 734)
    #expect(next > end)
  }

  /// By steps of four minutes between the extremes, and then by seconds
  private func crossing(
    _ seconds: ClosedRange<Int64>, _ path: SunPath, _ threshold: SunThreshold, isRising: Bool
  ) -> Int64? {
    func isPast(_ second: Int64) -> Bool {
      (path.altitudeSine(at: second) > threshold.sine) == isRising
    }
    if isPast(seconds.lowerBound) { return nil }
    let coarse = stride(from: seconds.lowerBound, to: seconds.upperBound, by: 240).first(
      where: isPast)
    guard isPast(seconds.upperBound) else { return nil }
    let end = coarse ?? seconds.upperBound
    return (end - 240...end).first(where: isPast)
  }

  @Test(arguments: LawSeeds.seeds(20, long: 2000))
  func `a crossing is the only one between the extremes, whichever way it is found`(seed: UInt64)
    throws
  {
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let latitude = Double(random.number(in: -900...900)) / 10
      let longitude = Double(random.number(in: -1800...1800)) / 10
      let position = try #require(Position(latitude: latitude, longitude: longitude))
      let noon = 1_767_225_600 + Int64(random.number(in: 0...366)) * 86_400
      let arc = SolarArc(noonNear: noon, over: position)
      // At the poles, an extreme may lie some seconds behind the next one.
      guard arc.low <= arc.high, arc.high <= arc.nextLow else { continue }
      let path = SunPath(over: position, from: arc.low, to: arc.nextLow)
      for threshold in SunThreshold.allCases {
        let rise = crossing(arc.low...arc.high, path, threshold, isRising: true)
        let set = crossing(arc.high...arc.nextLow, path, threshold, isRising: false)
        let place = "\(latitude) \(longitude) \(noon)"
        #expect((try? arc.rise(above: threshold).get()) == rise, "\(place)")
        #expect((try? arc.set(below: threshold).get()) == set, "\(place)")
      }
    }
  }

  @Test func `the solar day is the one whose noon is nearest to twelve by the clock`() throws {
    // Clocks of Urumqi show Beijing's time: noon is after two, and midsummer's sunset at ten.
    let urumqi = try #require(Position(latitude: 43.8, longitude: 87.6))
    let midsummer = try #require(CivilDate(year: 2026, month: 6, day: 21))
    let day = SolarDay(date: midsummer, position: urumqi, zone: Zone(offset: 28_800))
    #expect(Zone(offset: 28_800).local(at: day.noon).date == midsummer)
    let sunset = try #require(day.sunset.instant)
    #expect(Zone(offset: 28_800).local(at: sunset).hour >= 21)
    // In Iceland the sun of midsummer sets after midnight.
    let reykjavik = try #require(Position(latitude: 64.15, longitude: -21.94))
    let white = SolarDay(date: midsummer, position: reykjavik, zone: .utc)
    #expect(white.sunset.instant?.rfc3339.hasPrefix("2026-06-22T00:0") == true)
    #expect(white.dusk == .none(.doesNotGetDark))
  }

  @Test func `the ends of time end nothing`() throws {
    let position = try #require(Position(latitude: 52, longitude: 13))
    for seconds in [Int64.min, -1 << 60, 1 << 60, .max] {
      let instant = Instant(seconds: seconds)
      _ = Sun.isUp(at: instant, over: position)
      _ = Sun.nextDaylightChange(after: instant, over: position)
    }
    for days in [Int64.min, .max, 1 << 40] {
      _ = SolarDay(date: CivilDate(days: days), position: position, zone: .utc)
    }
  }

  private struct Row {
    let text: String
    let position: Position
    let day: SolarDay
    var times: [SunField: Instant?] = [:]
    var reasons: [SunField: SolarDay.Reason] = [:]
  }

  private func rows() throws -> [Row] {
    try IndependentTable.rows("Suns/Tables/suns.csv").map { cells in
      let latitude = try #require(Double(cells[1]))
      let longitude = try #require(Double(cells[2]))
      let position = try #require(Position(latitude: latitude, longitude: longitude))
      let zone = Zone(offset: Int64((longitude / 15).rounded(.toNearestOrEven)) * 3600)
      let date = try #require(CivilDate(iso8601: cells[0]))
      let day = SolarDay(date: date, position: position, zone: zone)
      var row = Row(text: cells.joined(separator: " "), position: position, day: day)
      for (field, cell) in zip([SunField.solarNoon, .dawn, .sunrise, .sunset, .dusk], cells[3...]) {
        row.times[field] = Instant(rfc3339: cell)
        row.reasons[field] = reasons[cell]
      }
      return row
    }
  }

  private let reasons: [String: SolarDay.Reason] = [
    "doesNotRise": .doesNotRise, "doesNotSet": .doesNotSet, "staysDark": .staysDark,
    "doesNotGetDark": .doesNotGetDark,
  ]
}

import Foundation
import OppTesting

/// The lunch walk of the one-line form over the year in Greensboro, worked out from the raw files by a
/// program that knows nothing of Opp
///
/// It reads the files with `split`, has the few events of the calendar written out, and asks every
/// second of every noon. It is meant to be checked by reading.
enum LunchWalkByHand {
  /// The stretches `[from, to)`, in seconds since 1970, at which it is sunny, between 12 and 1, half an
  /// hour is free, and, if asked, the person is within 200 m of Country Park
  static func stretches(isNearPark: Bool) throws -> [Range<Int>] {
    let (sky, latitudes, longitudes) = try columns.get()
    let busy = try busyTimes()
    let park = try address("Country Park, Greensboro")
    var seconds: [Int] = []
    for day in 0..<365 {
      let noon = instant(day: day, hour: 12, minute: 0)
      // What ends before noon or begins after two makes no difference to half an hour before one.
      let busyToday = busy.filter { $0.upperBound > noon && $0.lowerBound < noon + 2 * 3600 }
      for second in noon..<noon + 3600 {
        guard latest(sky, at: second, for: 3600) == "clear" else { continue }
        guard free(busyToday, at: second) >= 30 * 60 else { continue }
        if !isNearPark {
          seconds.append(second)
          continue
        }
        // `recording.json` says that a location holds for twelve hours.
        guard let latitude = latest(latitudes, at: second, for: 12 * 3600).flatMap(Double.init),
          let longitude = latest(longitudes, at: second, for: 12 * 3600).flatMap(Double.init),
          metres(latitude, longitude, park.latitude, park.longitude) <= 200
        else { continue }
        seconds.append(second)
      }
    }
    return runs(seconds)
  }

  // MARK: Readings

  /// The columns that count, read once
  private static let columns = Result {
    (
      sky: try readings("weather.csv", column: 1),
      latitudes: try readings("location.csv", column: 1),
      longitudes: try readings("location.csv", column: 2)
    )
  }

  /// The time of every row of a file, and what it says in a column
  private static func readings(
    _ file: String, column: Int
  ) throws -> [(time: Int, text: String)] {
    let format = ISO8601DateFormatter()
    return try lines(file).dropFirst().compactMap { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard let date = format.date(from: String(cells[0])) else { return nil }
      return (Int(date.timeIntervalSince1970), String(cells[column]))
    }
  }

  private static func lines(_ file: String) throws -> [Substring] {
    try Repository.text("examples/opportunity/data/\(file)")
      .split(whereSeparator: \.isNewline)
  }

  /// What the latest reading says, unless it is older than it holds
  private static func latest(
    _ readings: [(time: Int, text: String)], at second: Int, for seconds: Int
  ) -> String? {
    // The files are in the order of time: halve until one is left.
    var (low, high) = (0, readings.count)
    while low < high {
      let middle = (low + high) / 2
      if readings[middle].time <= second { low = middle + 1 } else { high = middle }
    }
    guard low > 0, second - readings[low - 1].time <= seconds else { return nil }
    return readings[low - 1].text
  }

  private static func address(_ name: String) throws -> (latitude: Double, longitude: Double) {
    for line in try lines("addresses.csv") where line.hasPrefix("\"\(name)\",") {
      let cells = line.split(separator: ",").suffix(2).compactMap { Double($0) }
      return (cells[0], cells[1])
    }
    throw CocoaError(.fileReadCorruptFile)
  }

  // MARK: The calendar

  /// Days and times of the year 2013 in New York
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "America/New_York")!
    return calendar
  }()

  private static func date(day: Int, hour: Int, minute: Int) -> Date {
    calendar.date(
      from: DateComponents(year: 2013, month: 1, day: 1 + day, hour: hour, minute: minute))!
  }

  /// A local time of a day of the year, from 0
  private static func instant(day: Int, hour: Int, minute: Int) -> Int {
    Int(date(day: day, hour: hour, minute: minute).timeIntervalSince1970)
  }

  /// What `calendar.ics` says, by hand; holidays are transparent, and take no time
  private static func busyTimes() throws -> [Range<Int>] {
    var busy: [Range<Int>] = []
    func add(_ day: Int, _ from: (Int, Int), _ to: (Int, Int)) {
      let start = instant(day: day, hour: from.0, minute: from.1)
      busy.append(start..<instant(day: day, hour: to.0, minute: to.1))
    }
    // A little into the next year, for what is free at its end.
    for day in 0..<370 {
      let parts = calendar.dateComponents(
        [.month, .day, .weekday], from: date(day: day, hour: 12, minute: 0))
      guard let month = parts.month, let dayOfMonth = parts.day, let weekday = parts.weekday else {
        continue
      }
      let isWorkday = (2...6).contains(weekday)
      let skipped = [(1, 21), (2, 18), (5, 27), (7, 4)].contains { $0 == (month, dayOfMonth) }
      if isWorkday, !skipped, (1..<365).contains(day) { add(day, (9, 30), (9, 45)) }
      // Every other Thursday from 3 January.
      if day >= 2, (day - 2) % 14 == 0 { add(day, (14, 0), (15, 30)) }
      // The last Thursday of each month.
      let nextWeek = calendar.dateComponents(
        [.month], from: date(day: day + 7, hour: 12, minute: 0))
      if weekday == 5, nextWeek.month != month { add(day, (16, 0), (17, 0)) }
      // Mondays and Wednesdays from 7 January.
      if day >= 6, weekday == 2 || weekday == 4 { add(day, (18, 45), (19, 45)) }
      if (month, dayOfMonth) == (4, 18) { add(day, (12, 30), (13, 15)) }
      if month == 8, (12...16).contains(dayOfMonth) { add(day, (0, 0), (24, 0)) }
    }
    return busy
  }

  /// Seconds until the next busy event; none while busy
  private static func free(_ busy: [Range<Int>], at second: Int) -> Int {
    if busy.contains(where: { $0.contains(second) }) { return 0 }
    return busy.map { $0.lowerBound - second }.filter { $0 > 0 }.min() ?? .max
  }

  // MARK: Distances

  /// Vincenty's formula on the WGS84 ellipsoid, good to a millimetre at these lengths
  private static func metres(
    _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
  ) -> Double {
    let (a, f) = (6_378_137.0, 1 / 298.257223563)
    let b = a * (1 - f)
    let radians = Double.pi / 180
    let difference = (otherLongitude - longitude) * radians
    let first = atan((1 - f) * tan(latitude * radians))
    let second = atan((1 - f) * tan(otherLatitude * radians))
    var lambda = difference
    for _ in 0..<50 {
      let x = cos(second) * sin(lambda)
      let y = cos(first) * sin(second) - sin(first) * cos(second) * cos(lambda)
      let sinSigma = (x * x + y * y).squareRoot()
      if sinSigma == 0 { return 0 }
      let cosSigma = sin(first) * sin(second) + cos(first) * cos(second) * cos(lambda)
      let sigma = atan2(sinSigma, cosSigma)
      let sinAlpha = cos(first) * cos(second) * sin(lambda) / sinSigma
      let cosSquared = 1 - sinAlpha * sinAlpha
      let middle = cosSquared == 0 ? 0 : cosSigma - 2 * sin(first) * sin(second) / cosSquared
      let c = f / 16 * cosSquared * (4 + f * (4 - 3 * cosSquared))
      let turn = middle + c * cosSigma * (2 * middle * middle - 1)
      let next = difference + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * turn)
      let isDone = abs(next - lambda) < 1e-13
      lambda = next
      guard isDone else { continue }
      let u = cosSquared * (a * a - b * b) / (b * b)
      let bigA = 1 + u / 16384 * (4096 + u * (u * (320 - 175 * u) - 768))
      let bigB = u / 1024 * (256 + u * (u * (74 - 47 * u) - 128))
      let inner =
        cosSigma * (2 * middle * middle - 1)
        - bigB / 6 * middle * (4 * sinSigma * sinSigma - 3) * (4 * middle * middle - 3)
      return b * bigA * (sigma - bigB * sinSigma * (middle + bigB / 4 * inner))
    }
    return .nan
  }

  /// Runs of seconds that follow one another
  private static func runs(_ seconds: [Int]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for second in seconds {
      if let last = result.last, last.upperBound == second {
        result[result.count - 1] = last.lowerBound..<second + 1
      } else {
        result.append(second..<second + 1)
      }
    }
    return result
  }
}

internal import OppModel

// The local times of a log, which is read in portions.

extension LocalTimes {
  /// The order in which rows of one value of the parameters have come so far
  struct Order: Equatable {
    var rises = false
    var falls = false
  }

  /// The seconds after which no row is waited for that may decide a local time
  private static let patience: Int64 = 3 * 3600

  /// Forgets the readings of rows that are over, but for the last one with a local time for each value of the parameters
  ///
  /// - Returns: the readings that stay.
  mutating func forgetReadings(_ readings: [RecordedReading]) -> [RecordedReading] {
    var last: [[Value?]: Int] = [:]
    let isDoubled = Set(doubled.map { $0.reading })
    for index in readings.indices where isLocal[index] {
      let arguments = readings[index].arguments
      if let before = last[arguments], !(isDoubled.contains(before) && isDoubled.contains(index)) {
        var order = orders[arguments] ?? Order()
        if readings[before].time < readings[index].time { order.rises = true }
        if readings[index].time < readings[before].time { order.falls = true }
        orders[arguments] = order
      }
      last[arguments] = index
    }
    let kept = last.values.sorted()
    isLocal = kept.map { _ in true }
    doubled = []
    return kept.map { readings[$0] }
  }

  /// The first byte of the first cell whose time a row below may decide, or `nil` if there is none
  ///
  /// That are the times of a doubled hour behind which no other row of the same value of the parameters has come.
  func firstOpenCell(_ readings: [RecordedReading]) -> Int? {
    guard !doubled.isEmpty, let newest = readings.map({ $0.time.seconds }).max() else {
      return nil
    }
    var last: [[Value?]: Int] = [:]
    for index in readings.indices where isLocal[index] { last[readings[index].arguments] = index }
    let places = Dictionary(uniqueKeysWithValues: doubled.indices.map { (doubled[$0].reading, $0) })
    var first: Int?
    for (arguments, reading) in last {
      guard let place = places[reading],
        doubled[place].second.seconds > newest - Self.patience
      else { continue }
      for time in doubled
      where readings[time.reading].arguments == arguments
        && time.first.seconds > doubled[place].first.seconds - Self.patience
      {
        first = min(first ?? time.place.start, time.place.start)
      }
    }
    return first
  }
}

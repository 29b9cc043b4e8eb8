internal import OppModel

/// The gaps that rows leave between two instants
///
/// Of Saturday from 9:00 to 17:00, with rows of 8:00 to 10:00, 9:30 to 11:00 and 15:00 to 15:00:
///
/// ```
///   9:00     11:00                          17:00
///   ├────────┼──────────────────────────────┤
///     rows     one gap: 11:00 … 17:00        a row without a second leaves no trace
/// ```
///
/// All ends are whole seconds, as a second belongs to a row or does not.
extension Evaluator {
  /// The greatest number of gaps that are listed
  static let gapLimit = 10_000

  /// The beginnings and the ends of the gaps, one behind the other; a row is added for each that is new
  mutating func gaps(_ instance: InstanceID, _ daily: DailyHours?, _ table: TableID) -> Reading {
    let operands = values(ofOperandsOf: instance)
    guard let values = operands.values, let found = Gaps(values, daily, zone)?.found else {
      return .unknown(until: operands.until)
    }
    if moment.isPresent { add(found, to: table) }
    var list: [Value] = []
    for gap in found {
      list.append(.scalar(Double(gap.lowerBound)))
      list.append(.scalar(Double(gap.upperBound)))
    }
    return .object(pool.index(of: .list(list)), until: operands.until)
  }

  /// Adds a row for each gap that is new: for its place, or for its beginning
  private mutating func add(_ gaps: [Range<Int64>], to table: TableID) {
    guard facts.tables.has(table), graph.tables[table].isKept else {
      return addRows(gaps.count, to: table)
    }
    // The gaps of the first list were there before anybody looked.
    let wasKnown = becomeKnown(table)
    for gap in gaps {
      let key = Value.scalar(Double(gap.lowerBound))
      guard facts.tables[table].rowOfKey[[key]] == nil else { continue }
      facts.hasNewPlaces = true
      put([key], table, wasKnown: wasKnown)
    }
  }
}

/// The seconds between two instants that are not in any of some intervals
private struct Gaps {
  /// The gaps, in the order of time
  let found: [Range<Int64>]

  /// The greatest number of seconds between the two instants: 400 days, and an hour of a clock change
  private static let longest: Int64 = 400 * 86_400 + 3600

  /// - Parameters:
  ///   - values: the two instants, then for each list of intervals their beginnings and their ends.
  ///   - daily: the hours of the day that are looked at, or `nil` for all.
  /// - Returns: `nil` if the instants are too far apart, or the gaps too many.
  init?(_ values: [Value], _ daily: DailyHours?, _ zone: Zone) {
    guard values.count >= 2, case .scalar(let first) = values[0], case .scalar(let last) = values[1]
    else { return nil }
    let (from, to) = (Seconds.whole(first.rounded(.up)), Seconds.whole(last.rounded(.up)))
    guard from < to else {
      found = []
      return
    }
    guard Seconds.subtract(to, from) <= Self.longest else { return nil }
    var taken: [Range<Int64>] = []
    for pair in stride(from: 2, to: values.count - 1, by: 2) {
      guard case .list(let begins) = values[pair], case .list(let ends) = values[pair + 1],
        begins.count == ends.count
      else { return nil }
      for (begin, end) in zip(begins, ends) {
        guard let seconds = Self.seconds(begin, end), seconds.upperBound > from,
          seconds.lowerBound < to
        else { continue }
        taken.append(seconds)
      }
    }
    taken.sort { $0.lowerBound < $1.lowerBound }
    let open = daily.map { Self.hours(of: $0, from..<to, zone) } ?? [from..<to]
    found = Self.remainder(of: open, without: taken)
    guard found.count <= Evaluator.gapLimit else { return nil }
  }

  /// The seconds of a row, or `nil` if it has none
  private static func seconds(_ begin: Value, _ end: Value) -> Range<Int64>? {
    guard case .scalar(let begin) = begin, case .scalar(let end) = end else { return nil }
    let (first, last) = (Seconds.whole(begin.rounded(.up)), Seconds.whole(end.rounded(.up)))
    return first < last ? first..<last : nil
  }

  /// The parts of some intervals that others do not cover; both in the order of time
  private static func remainder(of open: [Range<Int64>], without taken: [Range<Int64>]) -> [Range<
    Int64
  >] {
    var result: [Range<Int64>] = []
    for interval in open {
      var start = interval.lowerBound
      for other in taken where other.upperBound > start {
        if other.lowerBound >= interval.upperBound { break }
        if other.lowerBound > start { result.append(start..<other.lowerBound) }
        start = other.upperBound
        if start >= interval.upperBound { break }
      }
      if start < interval.upperBound { result.append(start..<interval.upperBound) }
    }
    return result
  }

  /// The intervals of some seconds at which the wall clock shows hours of the day
  private static func hours(of daily: DailyHours, _ seconds: Range<Int64>, _ zone: Zone) -> [Range<
    Int64
  >] {
    let (low, high) = (Double(daily.start), Double(daily.end))
    let holds = { (time: Double) in RangeKind.timeOfDay.contains(time, low: low, high: high) }
    var result: [Range<Int64>] = []
    var start = seconds.lowerBound
    while start < seconds.upperBound {
      let reading = zone.clockWindow(start, seconds.upperBound, holds, (low, high))
      let end = min(max(reading.until, start + 1), seconds.upperBound)
      if reading.kind == .yes {
        if let last = result.last, last.upperBound == start {
          result[result.count - 1] = last.lowerBound..<end
        } else {
          result.append(start..<end)
        }
      }
      start = end
    }
    return result
  }
}

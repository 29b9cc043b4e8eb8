internal import OppModel

/// "The longest runs of seconds s of FROM..TO at which no row of the lists has `begins <= s` and `s < ends`, and
/// `time in A..B`"
extension ReferenceEvaluator {
  /// The ends of the runs; nil where an operand is unknown
  func gaps(_ values: [Value], _ query: GapQuery) -> Value? {
    guard values.count == query.operands.count, case .scalar(let from) = values[0],
      case .scalar(let to) = values[1]
    else { return nil }
    var rows: [(begins: Double, ends: Double)] = []
    for pair in stride(from: 2, to: values.count, by: 2) {
      guard case .list(let begins) = values[pair], case .list(let ends) = values[pair + 1] else {
        return nil
      }
      for (begin, end) in zip(begins, ends) {
        if case .scalar(let begin) = begin, case .scalar(let end) = end {
          rows.append((begin, end))
        }
      }
    }
    if to - from > 400 * 86_400 + 3600 { return nil }
    func isFree(_ second: Int64) -> Bool {
      let time = Double(second)
      guard from <= time, time < to, !rows.contains(where: { $0.begins <= time && time < $0.ends })
      else { return false }
      guard let daily = query.daily else { return true }
      return RangeKind.timeOfDay.contains(
        Double(clock.secondOfDay(second)), low: Double(daily.start), high: Double(daily.end))
    }
    // Only at these seconds may a run begin or end.
    var edges = rows.flatMap { [$0.begins, $0.ends] } + [from, to]
    if query.daily != nil { edges += hours(from, to, query.daily) }
    var list: [Value] = []
    var isOpen = false
    for edge in Set(edges.map { Int64($0.rounded(.up)) }).sorted() where isFree(edge) != isOpen {
      list.append(.scalar(Double(edge)))
      isOpen.toggle()
    }
    return .list(list)
  }

  /// Each quarter of an hour, at which clocks are changed, and the hours of each day
  private func hours(_ from: Double, _ to: Double, _ daily: DailyHours?) -> [Double] {
    guard from < to, let daily else { return [] }
    var result: [Double] = []
    var quarter = (from / 900).rounded(.down) * 900
    while quarter < to {
      result.append(quarter)
      for bound in [daily.start, daily.end] {
        result.append(quarter + Double(bound % 900))
      }
      quarter += 900
    }
    return result
  }
}

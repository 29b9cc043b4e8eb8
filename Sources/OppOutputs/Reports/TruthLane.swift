internal import OppEngine
internal import OppModel

/// A truth over time under a label: one strip of a report
///
/// A strip is drawn in columns, however many changes there are: a column is true if any second of it is, else unknown
/// if any is.
///
/// ```
/// truth      false false true  false unknown unknown
/// columns    ------------##------------????????????        path of true: M12 0h2
/// ```
package struct TruthLane: Sendable {
  /// The name of an Opp, the text of a part, the label of a row
  let label: String

  /// The key of a row as `opp history` prints it; nil for all else
  var key: String?

  /// In the order of time, without gaps
  let stretches: [TruthStretch]

  /// The share of the drawn seconds with each truth
  func shares(_ axis: TimeAxis) -> TruthShares {
    var shares = TruthShares()
    for stretch in stretches {
      let from = max(stretch.from.seconds, axis.known.lowerBound)
      let to = min(stretch.to.seconds, axis.known.upperBound)
      if from < to { shares.add(stretch.truth, to - from) }
    }
    return shares
  }

  /// The columns with a truth as runs
  ///
  /// - Parameter truth: true; or unknown, in columns without a true second.
  func runs(_ truth: Truth, _ axis: TimeAxis, columns: Int) -> [Range<Int>] {
    let isTrue = self.columns(of: .true, axis, columns)
    guard truth == .unknown else { return isTrue }
    // Of the columns that are unknown, those that are not true.
    var found: [Range<Int>] = []
    var index = 0
    for run in self.columns(of: .unknown, axis, columns) {
      var start = run.lowerBound
      while index < isTrue.count, isTrue[index].upperBound <= start { index += 1 }
      var next = index
      while next < isTrue.count, isTrue[next].lowerBound < run.upperBound {
        if isTrue[next].lowerBound > start { found.append(start..<isTrue[next].lowerBound) }
        start = max(start, isTrue[next].upperBound)
        next += 1
      }
      if start < run.upperBound { found.append(start..<run.upperBound) }
    }
    return found
  }

  /// The true columns as runs by how long they were true: most of it, a good part, a small part
  ///
  /// Only long columns differ (``TimeAxis/isShaded(columns:)``); of others, all are of the first kind.
  func levels(_ axis: TimeAxis, columns: Int) -> [[Range<Int>]] {
    guard axis.isShaded(columns: columns) else {
      return [runs(.true, axis, columns: columns), [], []]
    }
    var seconds = Array(repeating: Int64(0), count: columns)
    var known = seconds
    for stretch in stretches {
      var from = max(stretch.from.seconds, axis.known.lowerBound)
      let to = min(stretch.to.seconds, axis.known.upperBound)
      while from < to {
        let column = axis.column(of: from, among: columns)
        let end = min(axis.start(ofColumn: column + 1, among: columns), to)
        known[column] += end - from
        if stretch.truth == .true { seconds[column] += end - from }
        from = end
      }
    }
    var found: [[Range<Int>]] = [[], [], []]
    for column in 0..<columns where seconds[column] > 0 {
      let share = Double(seconds[column]) / Double(known[column])
      let level = share > 0.66 ? 0 : share > 0.33 ? 1 : 2
      if let last = found[level].last, last.upperBound == column {
        found[level][found[level].count - 1] = last.lowerBound..<column + 1
      } else {
        found[level].append(column..<column + 1)
      }
    }
    return found
  }

  /// The columns that intervals of a truth touch, as runs that do not touch each other
  func columns(of truth: Truth, _ axis: TimeAxis, _ columns: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for stretch in stretches where stretch.truth == truth {
      let from = max(stretch.from.seconds, axis.known.lowerBound)
      let to = min(stretch.to.seconds, axis.known.upperBound)
      guard from < to else { continue }
      let first = axis.column(of: from, among: columns)
      let last = axis.column(of: to - 1, among: columns)
      if let previous = found.last, previous.upperBound >= first {
        found[found.count - 1] = previous.lowerBound..<max(previous.upperBound, last + 1)
      } else {
        found.append(first..<(last + 1))
      }
    }
    return found
  }

  /// The seconds of each day that were true and that were known
  func days(_ axis: TimeAxis) -> [(isTrue: Int64, known: Int64)] {
    var found: [(isTrue: Int64, known: Int64)] = []
    var index = 0
    for day in axis.days {
      var sums: (isTrue: Int64, known: Int64) = (0, 0)
      while index < stretches.count, stretches[index].to.seconds <= day.seconds.lowerBound {
        index += 1
      }
      var next = index
      while next < stretches.count, stretches[next].from.seconds < day.seconds.upperBound {
        let from = max(stretches[next].from.seconds, day.seconds.lowerBound, axis.known.lowerBound)
        let to = min(stretches[next].to.seconds, day.seconds.upperBound, axis.known.upperBound)
        if from < to, stretches[next].truth != .unknown {
          sums.known += to - from
          if stretches[next].truth == .true { sums.isTrue += to - from }
        }
        next += 1
      }
      found.append(sums)
    }
    return found
  }
}

/// The seconds of an interval by their truth
struct TruthShares {
  private(set) var isTrue: Int64 = 0
  private(set) var isFalse: Int64 = 0
  private(set) var isUnknown: Int64 = 0

  mutating func add(_ truth: Truth, _ seconds: Int64) {
    switch truth {
    case .true: isTrue += seconds
    case .false: isFalse += seconds
    case .unknown: isUnknown += seconds
    }
  }

  private var total: Int64 { isTrue + isFalse + isUnknown }

  /// `true 4 % of the time, unknown 12 %`; a truth that it never has is left out
  var words: String {
    guard total > 0 else { return "nothing is known" }
    var parts: [String] = []
    if isTrue > 0 { parts.append("true " + percent(isTrue)) }
    if isTrue == 0, isFalse > 0 { parts.append("never true") }
    if isUnknown > 0 { parts.append("unknown " + percent(isUnknown)) }
    return parts.joined(separator: ", ")
  }

  /// The share that was true: `4 %`, `< 1 %`, `> 99 %`; empty if nothing is known
  var trueText: String { total > 0 ? percent(isTrue) : "" }

  /// A share in whole percent, which is 0 and 100 only for none and all
  private func percent(_ seconds: Int64) -> String {
    let share = Double(seconds) / Double(max(total, 1)) * 100
    if seconds > 0, share < 1 { return "< 1 %" }
    if seconds < total, share > 99 { return "> 99 %" }
    return "\(Int(share.rounded())) %"
  }
}

internal import OppTesting

/// The conditions of a ``SignalWorkload``, one after another
struct SignalRuleBuilder {
  var random: SplitMix64

  /// In metres, one a place
  let radii: [Int]

  /// The kinds of signals: the twenty distances are one kind
  private enum Kind: CaseIterable {
    case time
    case sky
    case temp
    case moisture
    case wind
    case free
    case weekday
    case near
  }

  /// The next condition
  mutating func rule() -> SignalTree {
    switch random.number(in: 0...99) {
    case ..<60: return .and(comparisons(random.number(in: 2...5)))
    case ..<85:
      var parts = comparisons(random.number(in: 1...3))
      let inner = distinctComparisons(random.number(in: 2...3))
      parts.insert(.or(inner), at: random.number(in: 0...parts.count))
      return .and(parts)
    default:
      let parts = distinctComparisons(random.number(in: 3...10))
      return nested(parts[...], isAnd: random.oneIn(2))
    }
  }

  /// Comparisons of so many different kinds
  private mutating func comparisons(_ count: Int) -> [SignalTree] {
    Kind.allCases.shuffled(using: &random).prefix(count).map { comparison($0) }
  }

  /// So many different comparisons, of any kinds
  private mutating func distinctComparisons(_ count: Int) -> [SignalTree] {
    var result: [SignalTree] = []
    var texts: Set<String> = []
    while result.count < count {
      let next = comparison(random.pick(Kind.allCases))
      if texts.insert(next.text).inserted { result.append(next) }
    }
    return result
  }

  /// A tree over comparisons: `and` and `or` in turn, some of them negated
  private mutating func nested(_ parts: ArraySlice<SignalTree>, isAnd: Bool) -> SignalTree {
    if parts.count == 1, let part = parts.first {
      return random.number(in: 0...99) < 15 ? .not(part) : part
    }
    // Two or three runs of at least one comparison each, cut where chance has it.
    let cuts = (1..<parts.count).shuffled(using: &random).prefix(random.number(in: 1...2)).sorted()
    var runs: [SignalTree] = []
    var start = parts.startIndex
    for cut in cuts.map({ parts.startIndex + $0 }) + [parts.endIndex] {
      runs.append(nested(parts[start..<cut], isAnd: !isAnd))
      start = cut
    }
    return joined(runs, isAnd)
  }

  /// The `and` or the `or` of parts, in one case of five negated
  private mutating func joined(_ parts: [SignalTree], _ isAnd: Bool) -> SignalTree {
    let tree: SignalTree = isAnd ? .and(parts) : .or(parts)
    return random.oneIn(5) ? .not(tree) : tree
  }

  /// A comparison of a kind, with limits by chance
  private mutating func comparison(_ kind: Kind) -> SignalTree {
    switch kind {
    case .time:
      let from = random.number(in: 0...47) * 30
      let length = random.pick([60, 120, 120, 180, 240, 360, 480, 720])
      return .time(from, (from + length) % 1440)
    case .sky: return .sky(random.number(in: SignalReading.skies.indices.closed))
    case .temp: return .temp(anyOrder(), Double(random.number(in: -5...35)))
    case .moisture:
      return .moisture(random.oneIn(2) ? .atLeast : .below, 5 * random.number(in: 4...19))
    case .wind: return .wind(anyOrder(), Double(random.number(in: 1...15)))
    case .free: return .free(random.pick([15, 30, 45, 60, 90, 120, 180, 240]))
    case .weekday: return .weekday(days())
    case .near:
      let place = random.number(in: 0...radii.count - 1)
      return .near(place: place, radius: radii[place])
    }
  }

  private mutating func anyOrder() -> SignalTree.Order {
    random.pick([.above, .atLeast, .below, .atMost])
  }

  /// The days of the week or the weekend in eleven cases of twenty, else one day or a few
  private mutating func days() -> [Int] {
    switch random.number(in: 0...19) {
    case ..<6: [0, 1, 2, 3, 4]
    case ..<11: [5, 6]
    case 11: [0, 2, 4]
    case 12: [1, 3]
    default: [random.number(in: 0...6)]
    }
  }
}

extension Range<Int> {
  /// The same numbers as a closed range; the range must not be empty
  fileprivate var closed: ClosedRange<Int> { lowerBound...upperBound - 1 }
}

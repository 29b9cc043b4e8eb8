/// The fetches that every course of responses needs (see ``RequiredFetches``)
///
/// ```
/// sunny and warm      sunny needs the weather, which comes after the position; warm the weather and the calendar
///
///          to be true                      to be false
/// sunny    position, weather               position, weather
/// warm     position, weather, calendar     position, weather, calendar
/// both     position, weather, calendar     position, weather       so position and weather in any case
/// ```
///
/// Mandatory fetches go out at once, as soon as their prerequisites have arrived. A set is a row of words, so the
/// cost is nodes times words; beyond ``mostWords`` only the first fetches are examined, which costs rounds and never a
/// needless fetch.
struct MandatoryFetches {
  /// The problem with its open fetches and outcomes
  private let open: OpenProblem

  /// 64 places of ``OpenProblem/relevant`` are a word; this many are examined
  private let width: Int

  /// By place: the fetch with all that must come before, a word after the other
  private var closures: [UInt64] = []

  /// By node, a word after the other
  private var needs: [RequiredFetches] = []

  /// By place: whether it, or a fetch before it, fails often enough to be waited for
  private var mayFail: [Bool]

  /// By word: the fetches that some root needs in any case
  private var needed: [UInt64]

  /// The probability of failure below which a plan counts on success: such fetches are requested together
  static let likelyFailure = 0.05

  /// The most nodes times words; beyond it, the further fetches go out one by one
  private static let mostWords = 1_000_000

  init(_ open: OpenProblem) {
    self.open = open
    let words = (open.relevant.count + 63) / 64
    width = max(1, min(words, Self.mostWords / max(1, open.problem.nodes.count)))
    needed = Array(repeating: 0, count: width)
    mayFail = open.relevant.map { open.problem.fetches[$0].failure >= Self.likelyFailure }
    findClosures()
    findNeeds()
    for root in open.problem.roots { collect(root.goal) }
  }

  /// `true` if every course of responses needs a fetch
  func contains(_ fetch: Int) -> Bool {
    guard let place = open.placeOfFetch[fetch], place < width * 64 else { return false }
    return needed[place / 64] & (1 << UInt64(place % 64)) != 0
  }

  /// Finds the closure of each fetch from those before it; a prerequisite has the lesser index
  private mutating func findClosures() {
    closures = Array(repeating: 0, count: open.relevant.count * width)
    for (place, fetch) in open.relevant.enumerated() {
      if place < width * 64 { closures[place * width + place / 64] |= 1 << UInt64(place % 64) }
      for entry in open.problem.fetches[fetch].prerequisites.indices {
        guard let before = open.placeOfFetch[Int(open.problem.lists[entry])] else { continue }
        for word in 0..<width { closures[place * width + word] |= closures[before * width + word] }
        mayFail[place] = mayFail[place] || mayFail[before]
      }
    }
  }

  /// Finds the needs of each node from those of its children
  private mutating func findNeeds() {
    needs.reserveCapacity(open.problem.nodes.count * width)
    for index in open.problem.nodes.indices {
      let outcome = open.outcomes[index]
      let node = open.problem.nodes[index]
      for word in 0..<width {
        needs.append(
          outcome.contains(.open) ? self.needs(of: node, word: word) : .settled(outcome))
      }
    }
  }

  /// One word of the needs of an open node
  private func needs(of node: PlanningNode, word: Int) -> RequiredFetches {
    switch node.kind {
    case .constant: return .settled(.unknown)
    case .atom: return needs(of: open.problem.atoms[Int(node.operand)], word: word)
    case .not: return needs[Int(node.operand) * width + word].negated
    case .and, .or:
      var sum: RequiredFetches = node.kind == .and ? .allOf : .anyOf
      for entry in node.children.indices {
        let child = needs[Int(open.problem.lists[entry]) * width + word]
        if node.kind == .and { sum.and(child) } else { sum.or(child) }
      }
      return sum
    }
  }

  /// One word of the needs of an atom
  private func needs(of atom: PlanningAtom, word: Int) -> RequiredFetches {
    var all: UInt64 = 0
    var failure: UInt64 = .max
    for entry in atom.fetches.indices {
      guard let place = open.placeOfFetch[Int(open.problem.lists[entry])] else { continue }
      all |= closures[place * width + word]
      if mayFail[place] { failure &= failures(place, word) }
    }
    return .atom(all, failure: failure)
  }

  /// The fetches that every way to a failure of a fetch, or of one before it, needs
  private func failures(_ place: Int, _ word: Int) -> UInt64 {
    let fetch = open.relevant[place]
    var common: UInt64 = .max
    if open.problem.fetches[fetch].failure >= Self.likelyFailure {
      common = closures[place * width + word]
    }
    for entry in open.problem.fetches[fetch].prerequisites.indices {
      if let before = open.placeOfFetch[Int(open.problem.lists[entry])], mayFail[before] {
        common &= failures(before, word)
      }
    }
    return common
  }

  /// Adds the fetches that a root needs in any case
  private mutating func collect(_ goal: PlanningRoot.Goal) {
    switch goal {
    case .decided(let root):
      guard open.outcomes[Int(root)].contains(.open) else { return }
      for word in 0..<width { needed[word] |= needs[Int(root) * width + word].inAnyCase }
    case .known(let range):
      for entry in range.indices {
        guard let place = open.placeOfFetch[Int(open.problem.lists[entry])] else { continue }
        for word in 0..<width { needed[word] |= closures[place * width + word] }
      }
    }
  }
}

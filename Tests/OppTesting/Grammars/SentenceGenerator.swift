/// Makes random sentences of a grammar, no deeper than wanted
package struct SentenceGenerator {
  private let grammar: Grammar

  /// The names that sentences use: none is a word of the language, or so near that it reads as a slip
  private var names: [String] = []
  private var state: UInt64

  /// The depth of the least sentence of each production
  private let leastDepths: [String: Int]

  package init(_ grammar: Grammar, seed: UInt64, avoiding isAvoided: (String) -> Bool) {
    self.grammar = grammar
    self.state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    var depths: [String: Int] = [:]
    var isChanging = true
    while isChanging {
      isChanging = false
      for production in grammar.productions {
        guard let depth = SentenceGenerator.least(production.part, depths) else { continue }
        if depth + 1 < depths[production.name] ?? .max {
          depths[production.name] = depth + 1
          isChanging = true
        }
      }
    }
    self.leastDepths = depths
    while names.count < 80 {
      let name = make(.reference("NAME"), 20, isWord: true)
      if !isAvoided(name) { names.append(name) }
    }
  }

  /// The least depth of a part; nil while it is not known
  private static func least(_ part: Grammar.Part, _ depths: [String: Int]) -> Int? {
    switch part {
    case .literal, .characters, .optional, .eachOnce: return 0
    case .repeated(let part, let count): return count == 0 ? 0 : least(part, depths)
    case .reference(let name): return depths[name]
    case .choice(let parts): return parts.compactMap { least($0, depths) }.min()
    case .sequence(let parts):
      let known = parts.compactMap { least($0, depths) }
      return known.count == parts.count ? known.max() ?? 0 : nil
    }
  }

  /// A sentence of a production
  package mutating func sentence(of name: String, depth: Int) -> String {
    isWord(name) ? word(name) : make(.reference(name), depth, isWord: false)
  }

  private func isWord(_ name: String) -> Bool { name.first?.isUppercase ?? false }

  private mutating func word(_ name: String) -> String {
    name == "NAME" ? names[next(names.count)] : make(.reference(name), 20, isWord: true)
  }

  private mutating func make(_ part: Grammar.Part, _ depth: Int, isWord inWord: Bool) -> String {
    switch part {
    case .literal(let text): return text
    case .characters(let ranges): return character(of: ranges)
    case .reference(let name):
      if isWord(name), !inWord { return word(name) }
      return grammar[name].map { make($0, depth - 1, isWord: inWord) } ?? ""
    case .sequence(let parts):
      return joined(parts.map { make($0, depth, isWord: inWord) }, inWord)
    case .choice(let parts): return make(choice(parts, depth), depth, isWord: inWord)
    case .optional(let part):
      return allows(part, depth) && next(3) == 0 ? make(part, depth, isWord: inWord) : ""
    case .repeated(let part, let least):
      let count = least + (allows(part, depth) ? [0, 0, 0, 1, 1, 2][next(6)] : 0)
      return joined((0..<count).map { _ in make(part, depth, isWord: inWord) }, inWord)
    case .eachOnce(let part): return eachOnce(part, depth)
    }
  }

  private mutating func choice(_ parts: [Grammar.Part], _ depth: Int) -> Grammar.Part {
    let allowed = parts.filter { allows($0, depth) }
    if !allowed.isEmpty { return allowed[next(allowed.count)] }
    let least = parts.map { SentenceGenerator.least($0, leastDepths) ?? .max }.min()
    let shortest = parts.filter { SentenceGenerator.least($0, leastDepths) == least }
    return shortest[next(shortest.count)]
  }

  /// Choices of a production in random order, none twice
  private mutating func eachOnce(_ part: Grammar.Part, _ depth: Int) -> String {
    guard case .reference(let name) = part, case .choice(var parts)? = grammar[name] else {
      return ""
    }
    var made: [String] = []
    while !parts.isEmpty, next(4) != 0 {
      let part = parts.remove(at: next(parts.count))
      if allows(part, depth - 1) { made.append(make(part, depth - 1, isWord: false)) }
    }
    return joined(made, false)
  }

  private func allows(_ part: Grammar.Part, _ depth: Int) -> Bool {
    (SentenceGenerator.least(part, leastDepths) ?? .max) < depth
  }

  private func joined(_ parts: [String], _ inWord: Bool) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: inWord ? "" : " ")
  }

  private mutating func character(of ranges: [ClosedRange<UInt32>]) -> String {
    let range = ranges[next(ranges.count)]
    let value = range.lowerBound + UInt32(next(Int(range.upperBound - range.lowerBound) + 1))
    return Unicode.Scalar(value).map { String(Character($0)) } ?? ""
  }

  /// A number below a limit (SplitMix64)
  private mutating func next(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}

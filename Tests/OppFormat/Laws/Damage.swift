import OppTesting

/// Takes out, doubles and puts in pieces of a text at random places
struct Damage {
  private var random: SplitMix64
  private static let pieces = [
    "(", ")", "{", "}", "[", "]", "\"", "..", "-", "@", "#", "//", "///", "\n", "\r\n", ",", ";",
    "=", " and ",
    "opp \"x\" when ", " for ", " within last ", " if ", "\nlet  b = 1\n", "°", "🎿", "é", "\u{A0}",
    "\t", " 30 min ", "\\",
  ]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func damaged(_ text: String) -> String {
    var characters = Array(text.unicodeScalars)
    for _ in 0...Int.random(in: 0...3, using: &random) { wound(&characters) }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: characters)
    return String(result)
  }

  private mutating func wound(_ characters: inout [Unicode.Scalar]) {
    let start = Int.random(in: 0...characters.count, using: &random)
    let end = min(start + Int.random(in: 0...30, using: &random), characters.count)
    switch Int.random(in: 0...3, using: &random) {
    case 0: characters.removeSubrange(start..<end)
    case 1: characters.insert(contentsOf: characters[start..<end], at: start)
    case 2:
      characters.insert(
        contentsOf: characters[start..<end],
        at: Int.random(in: 0...characters.count, using: &random))
    default:
      let piece = Self.pieces[Int.random(in: Self.pieces.indices, using: &random)]
      characters.insert(contentsOf: piece.unicodeScalars, at: start)
    }
  }
}

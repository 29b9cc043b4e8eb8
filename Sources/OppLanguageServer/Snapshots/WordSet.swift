/// Words that are looked for in texts of rules
///
/// It errs towards finding a word that is not there, never the other way: `warm` is found in the text `"too warm"` and in
/// comments too.
struct WordSet {
  /// The hashes of the words, and of the parts in ASCII of those that have other letters
  private var hashes: Set<UInt64> = []

  /// `true` if a word has letters beyond ASCII: then each text with such letters counts as one that has it
  private var hasOtherLetters = false

  var isEmpty: Bool { hashes.isEmpty && !hasOtherLetters }

  mutating func insert(_ word: String) {
    let bytes = Array(word.utf8)
    if bytes.contains(where: { $0 >= 0x80 }) { hasOtherLetters = true }
    _ = Self.visit(bytes[...]) { hash in
      hashes.insert(hash)
      return false
    }
  }

  /// `true` if one of the words may be in a text
  ///
  /// - Complexity: O(*n*) in the text.
  func isMentioned(in bytes: ArraySlice<UInt8>) -> Bool {
    if hasOtherLetters, bytes.contains(where: { $0 >= 0x80 }) { return true }
    return Self.visit(bytes) { hashes.contains($0) }
  }

  /// Hands out the hash of each run of letters, digits and `_`, up to the first for which `isLast` is true
  ///
  /// Digits that begin a run are passed over: `5km` has the word `km`.
  private static func visit(
    _ bytes: ArraySlice<UInt8>, _ isLast: (UInt64) -> Bool
  ) -> Bool {
    // FNV-1a; zero between words.
    var hash: UInt64 = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        hash = ((hash == 0 ? 0xCBF2_9CE4_8422_2325 : hash) ^ UInt64(byte)) &* 0x100_0000_01B3
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if hash != 0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      default:
        if hash != 0, isLast(hash) { return true }
        hash = 0
      }
    }
    return hash != 0 && isLast(hash)
  }
}

/// A set of small numbers, such as the indices of instances or of Opps, one bit each
///
/// Sixty thousand instances are 7.5 KB, so that a test of one is next to free, and a walk in ascending order
/// reads what it leads to from one end of memory to the other.
struct BitSet: Sendable {
  /// Bit `n & 63` of word `n >> 6` is the number n
  private var words: [UInt64] = []

  /// Empties the set, and makes room for the numbers below a limit
  mutating func reset(below limit: Int) {
    let count = (limit + 63) >> 6
    for index in words.indices { words[index] = 0 }
    if words.count < count {
      words.append(contentsOf: repeatElement(0, count: count - words.count))
    }
  }

  /// Whether it contains a number; none beyond those that there is room for
  @inline(__always)
  func contains(_ number: Int32) -> Bool {
    let word = Int(number) >> 6
    return word < words.count && words[word] & (1 << UInt64(number & 63)) != 0
  }

  /// Adds a number
  ///
  /// - Returns: whether it was not there.
  @discardableResult @inline(__always)
  mutating func insert(_ number: Int32) -> Bool {
    let word = Int(number) >> 6
    while words.count <= word { words.append(0) }
    let bit: UInt64 = 1 << UInt64(number & 63)
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }

  /// Takes a number out
  @inline(__always)
  mutating func remove(_ number: Int32) {
    let word = Int(number) >> 6
    if word < words.count { words[word] &= ~(1 << UInt64(number & 63)) }
  }

  /// The least number at or after one; nil where there is none
  @inline(__always)
  func first(from number: Int32) -> Int32? {
    var word = Int(number) >> 6
    guard word < words.count else { return nil }
    var bits = words[word] & (~0 << UInt64(number & 63))
    while bits == 0 {
      word += 1
      guard word < words.count else { return nil }
      bits = words[word]
    }
    return Int32(truncatingIfNeeded: word << 6 + bits.trailingZeroBitCount)
  }
}

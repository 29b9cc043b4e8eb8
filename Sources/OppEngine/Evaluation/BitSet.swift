/// A set of instances, or of Opps, one bit each
///
/// Sixty thousand instances are 7.5 KB, so that a test of one is next to free, and a walk in ascending order
/// reads its elements from one end of memory to the other.
///
/// Sessions look into it for each operand of each condition: it is inlined into their module, where a generic call would cost
/// more than all that it does.
@usableFromInline
package struct BitSet<Element: TypedIndex>: Sendable {
  /// Bit `n & 63` of word `n >> 6` is the index n
  @usableFromInline
  var words: [UInt64] = []

  package init() {}

  /// Empties the set, and makes room for the indices below a limit
  package mutating func reset(below limit: Int) {
    let count = (limit + 63) >> 6
    for index in words.indices { words[index] = 0 }
    if words.count < count {
      words.append(contentsOf: repeatElement(0, count: count - words.count))
    }
  }

  /// Whether it contains an element; none beyond those that there is room for
  @inlinable @inline(__always)
  package func contains(_ element: Element) -> Bool {
    let word = element.place >> 6
    return word < words.count && words[word] & (1 << UInt64(element.index & 63)) != 0
  }

  /// Adds an element
  ///
  /// - Returns: whether it was not there.
  @discardableResult @inlinable @inline(__always)
  package mutating func insert(_ element: Element) -> Bool {
    let word = element.place >> 6
    while words.count <= word { words.append(0) }
    let bit: UInt64 = 1 << UInt64(element.index & 63)
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }

  /// Takes an element out
  @inlinable @inline(__always)
  package mutating func remove(_ element: Element) {
    let word = element.place >> 6
    if word < words.count { words[word] &= ~(1 << UInt64(element.index & 63)) }
  }

  /// The number of elements
  ///
  /// - Complexity: linear in the words.
  package var count: Int {
    var result = 0
    for word in words { result += word.nonzeroBitCount }
    return result
  }

  /// The least element; nil if there is none
  @inlinable
  package var first: Element? { first(from: Element(index: 0)) }

  /// The least element behind one
  @inlinable
  package func first(after element: Element) -> Element? {
    first(from: Element(index: element.index + 1))
  }

  /// The least element at or behind one; nil if there is none
  @inlinable @inline(__always)
  package func first(from element: Element) -> Element? {
    var word = element.place >> 6
    guard word < words.count else { return nil }
    var bits = words[word] & (~0 << UInt64(element.index & 63))
    while bits == 0 {
      word += 1
      guard word < words.count else { return nil }
      bits = words[word]
    }
    return Element(word << 6 + bits.trailingZeroBitCount)
  }
}

/// The letters of a word in two integers, so that words are compared without making strings of them
///
/// ```swift
/// switch parser.spelling() {
/// case "before": …                  // two comparisons of integers
/// ```
///
/// Words have no zero byte, so that different words have different spellings; those of more than sixteen bytes, of
/// which the language has none, share one that is that of no text.
struct Spelling: Hashable, Sendable {
  /// The first eight bytes, and the others
  private let parts: (first: UInt64, second: UInt64)

  /// The greatest number of bytes that are kept
  private static let limit = 16

  /// The spelling of no word
  static let none = Spelling(parts: (0, 0))

  private init(parts: (first: UInt64, second: UInt64)) { self.parts = parts }

  /// The spelling of bytes
  init(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count <= Self.limit else {
      // No text in UTF-8 has this byte.
      parts = (.max, .max)
      return
    }
    var parts: (first: UInt64, second: UInt64) = (0, 0)
    var index = bytes.startIndex
    let middle = min(index + 8, bytes.endIndex)
    while index < middle {
      parts.first = parts.first << 8 | UInt64(bytes[index])
      index += 1
    }
    while index < bytes.endIndex {
      parts.second = parts.second << 8 | UInt64(bytes[index])
      index += 1
    }
    self.parts = parts
  }

  /// The same in small letters, if the letters are those of ASCII
  var lowercased: Spelling {
    Spelling(parts: (Self.lowercased(parts.first), Self.lowercased(parts.second)))
  }

  /// Eight letters of ASCII in small letters; other bytes stay
  private static func lowercased(_ word: UInt64) -> UInt64 {
    var (result, rest, shift) = (word, word, UInt64(0))
    while rest != 0 {
      let byte = UInt8(truncatingIfNeeded: rest)
      if byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") { result |= 0x20 << shift }
      rest >>= 8
      shift += 8
    }
    return result
  }

  static func == (left: Spelling, right: Spelling) -> Bool {
    left.parts.first == right.parts.first && left.parts.second == right.parts.second
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(parts.first)
    hasher.combine(parts.second)
  }
}

extension Spelling: ExpressibleByStringLiteral {
  /// - Requires: at most sixteen bytes.
  @inline(__always)
  init(stringLiteral word: StaticString) {
    precondition(word.utf8CodeUnitCount <= 16, "A word of the language has at most 16 bytes.")
    var parts: (first: UInt64, second: UInt64) = (0, 0)
    word.withUTF8Buffer { bytes in
      for index in 0..<bytes.count {
        if index < 8 {
          parts.first = parts.first << 8 | UInt64(bytes[index])
        } else {
          parts.second = parts.second << 8 | UInt64(bytes[index])
        }
      }
    }
    self.parts = parts
  }
}

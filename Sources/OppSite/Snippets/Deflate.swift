/// A compressor of bytes to the format of RFC 1951, which `DecompressionStream("deflate-raw")` of a browser reads
///
/// One block with the fixed codes of section 3.2.6, because snippets have a few hundred bytes, for which
/// a table of their own codes would cost more than it saves. Repetitions of three bytes and more are found in the
/// window by chains of places with equal first bytes.
enum Deflate {
  /// The distance to which repetitions refer back at most, and their longest length
  private static let windowSize = 32_768
  private static let longest = 258

  /// The places of a chain that are tried
  private static let attempts = 64

  /// Compresses bytes
  ///
  /// - Complexity: O(*n*) in the bytes, because the number of places that are tried is limited.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var bits = BitWriter()
    bits.add(1, count: 1)
    bits.add(1, count: 2)
    var latest: [Int: Int] = [:]
    var earlier = [Int](repeating: -1, count: bytes.count)
    var index = 0
    /// Notes a place under its first three bytes
    func note(_ place: Int) {
      guard let key = key(bytes, place) else { return }
      earlier[place] = latest[key] ?? -1
      latest[key] = place
    }
    while index < bytes.count {
      var best = (length: 0, distance: 0)
      var place = key(bytes, index).flatMap { latest[$0] } ?? -1
      var left = attempts
      while place >= 0, left > 0, index - place <= windowSize {
        let length = matchLength(bytes, place, index)
        if length > best.length { best = (length, index - place) }
        place = earlier[place]
        left -= 1
      }
      if best.length >= 3 {
        bits.addLength(best.length)
        bits.addDistance(best.distance)
        for offset in 0..<best.length { note(index + offset) }
        index += best.length
      } else {
        bits.addSymbol(Int(bytes[index]))
        note(index)
        index += 1
      }
    }
    bits.addSymbol(256)
    return bits.finish()
  }

  /// Three bytes as one number; nil at the end of the text
  private static func key(_ bytes: [UInt8], _ place: Int) -> Int? {
    guard place + 2 < bytes.count else { return nil }
    return Int(bytes[place]) << 16 | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
  }

  /// The number of equal bytes at two places
  private static func matchLength(_ bytes: [UInt8], _ earlier: Int, _ later: Int) -> Int {
    var length = 0
    while length < longest, later + length < bytes.count,
      bytes[earlier + length] == bytes[later + length]
    {
      length += 1
    }
    return length
  }
}

/// Bits in the order of RFC 1951: numbers from their least bit on, codes from their greatest
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var count = 0

  /// Adds a number
  mutating func add(_ number: Int, count bits: Int) {
    pending |= UInt32(truncatingIfNeeded: number) << UInt32(count)
    count += bits
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  /// Adds the fixed code of a literal, of a length or of the end
  mutating func addSymbol(_ symbol: Int) {
    switch symbol {
    case ..<144: addCode(0x30 + symbol, count: 8)
    case ..<256: addCode(0x190 + symbol - 144, count: 9)
    case ..<280: addCode(symbol - 256, count: 7)
    default: addCode(0xC0 + symbol - 280, count: 8)
    }
  }

  /// Adds a length from 3 to 258: a symbol and the bits above its base
  mutating func addLength(_ length: Int) {
    let index = Self.lengths.lastIndex { $0.base <= length } ?? 0
    addSymbol(257 + index)
    add(length - Self.lengths[index].base, count: Self.lengths[index].bits)
  }

  /// Adds a distance from 1 to 32,768
  mutating func addDistance(_ distance: Int) {
    let index = Self.distances.lastIndex { $0.base <= distance } ?? 0
    addCode(index, count: 5)
    add(distance - Self.distances[index].base, count: Self.distances[index].bits)
  }

  /// The bytes, the last one filled up with zeros
  consuming func finish() -> [UInt8] {
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    return bytes
  }

  private mutating func addCode(_ code: Int, count bits: Int) {
    var turned = 0
    for bit in 0..<bits where code >> bit & 1 == 1 { turned |= 1 << (bits - 1 - bit) }
    add(turned, count: bits)
  }

  /// The least length of each symbol from 257 on, and the bits that follow it
  private static let lengths: [(base: Int, bits: Int)] = {
    var table: [(base: Int, bits: Int)] = []
    var base = 3
    for index in 0..<28 {
      let bits = max(0, index / 4 - 1)
      table.append((base, bits))
      base += 1 << bits
    }
    // The last symbol is the longest length alone.
    return table + [(258, 0)]
  }()

  /// The least distance of each symbol, and the bits that follow it
  private static let distances: [(base: Int, bits: Int)] = {
    var table: [(base: Int, bits: Int)] = []
    var base = 1
    for index in 0..<30 {
      let bits = max(0, index / 2 - 1)
      table.append((base, bits))
      base += 1 << bits
    }
    return table
  }()
}

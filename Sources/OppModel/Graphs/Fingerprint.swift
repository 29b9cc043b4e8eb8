/// A hash that distinguishes meanings, the same on every machine and in every run
///
/// 128 bits, so that two meanings of one person's rules never share one by chance.
package struct Fingerprint: Hashable, Sendable {
  package let bits: UInt128

  package init(bits: UInt128) {
    self.bits = bits
  }

  /// 32 hexadecimal digits
  package var text: String {
    let digits = String(UInt64(truncatingIfNeeded: bits >> 64), radix: 16)
    let rest = String(UInt64(truncatingIfNeeded: bits), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
      + String(repeating: "0", count: 16 - rest.utf8.count) + rest
  }
}

/// Takes a fingerprint of a string of bytes
///
/// FNV-1a with 128 bits (Fowler, Noll, Vo, Eastlake: "The FNV Non-Cryptographic Hash Algorithm", RFC
/// 9923). Swift's own hasher has another seed in every process.
///
/// ```
/// no bytes     6c62272e07bb014262b821756295c58d
/// a            d228cb696f1a8caf78912b704e4a8964
/// foobar       343e1662793c64bf6f0d3597ba446f18
/// ```
///
/// Texts carry their length, so that no two lists of parts are one string of bytes: [ab, c] is not [a, bc].
package struct FingerprintHasher: Sendable {
  /// The hash so far; at the beginning the offset basis of FNV for 128 bits
  private var state: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  /// The prime of FNV for 128 bits, 2⁸⁸ + 2⁸ + 0x3b
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  package init() {}

  /// The hash of all that was added so far
  package var fingerprint: Fingerprint { Fingerprint(bits: state) }

  package mutating func add(byte: UInt8) {
    state = (state ^ UInt128(byte)) &* Self.prime
  }

  /// Adds eight bytes, the least significant first
  package mutating func add(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      add(byte: UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  package mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  /// Adds a number, with the zeros of both signs as one, as in `==`
  package mutating func add(_ number: Double) { add(number == 0 ? 0 : number.bitPattern) }

  package mutating func add(_ text: String) {
    add(UInt64(text.utf8.count))
    for byte in text.utf8 { add(byte: byte) }
  }

  package mutating func add(_ fingerprint: Fingerprint) {
    add(UInt64(truncatingIfNeeded: fingerprint.bits >> 64))
    add(UInt64(truncatingIfNeeded: fingerprint.bits))
  }
}

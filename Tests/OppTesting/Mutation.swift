/// Random damage to a text, as bytes
package struct Mutation {
  private var random: SplitMix64

  /// What is put in: marks that mean something somewhere, and bytes that mean nothing
  private static let insertions: [[UInt8]] =
    [
      "(", ")", "{", "}", "[", "]", "\"", "..", "-", "@", "#", "//", "\\u{", "\n", "\0", ",", ";",
      "=",
      "opp \"x\" when ", " for ", " within last ", "9999999999999999999", "1e9", "T", ":", "%",
      "°C",
      "BEGIN:VEVENT\n", "RRULE:FREQ=SECONDLY\n", "DTSTART:99999999T999999Z\n", "{\"a\":", "-0", "🎿",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xF0, 0x9F]]

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// `bytes` with one to four wounds
  package mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(4) { wound(&bytes) }
    return bytes
  }

  private mutating func below(_ bound: Int) -> Int { random.number(in: 0...(bound - 1)) }

  private mutating func wound(_ bytes: inout [UInt8]) {
    let at = below(bytes.count + 1)
    let length = min(below(40), bytes.count - at)
    switch below(6) {
    case 0: bytes.removeSubrange(at..<(at + length))
    case 1: bytes.insert(contentsOf: bytes[at..<(at + length)], at: below(bytes.count + 1))
    case 2: bytes.insert(contentsOf: Self.insertions[below(Self.insertions.count)], at: at)
    case 3: if at < bytes.count { bytes[at] = UInt8(below(256)) }
    case 4: if at < bytes.count { bytes[at] ^= 1 << UInt8(below(8)) }
    default: bytes.removeSubrange(at...)
    }
  }
}

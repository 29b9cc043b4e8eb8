/// Reads keys from the bytes that a terminal sends
///
/// | bytes | key |
/// | --- | --- |
/// | `61` | `a` |
/// | `C3 A9` | `é` |
/// | `1B 5B 41`, `1B 4F 41`, `10` | up: an arrow in two modes of terminals, or Ctrl-P |
/// | `1B 5B 33 7E` | delete |
/// | `7F`, `08` | backspace |
/// | `1B 5B 35 7E` | page up, which means nothing here |
struct TerminalKeys {
  /// The next byte; nil at the end of the input
  let nextByte: () -> UInt8?

  /// The next key that means something; nil at the end of the input
  func next() -> LineBuffer.Key? {
    while let byte = nextByte() {
      switch byte {
      case 0x0D, 0x0A: return .enter
      case 0x7F, 0x08: return .deleteBefore
      case 0x09: return .complete
      case 0x01: return .home
      case 0x05: return .end
      case 0x02: return .left
      case 0x06: return .right
      case 0x0B: return .deleteToEnd
      case 0x15: return .deleteToStart
      case 0x10: return .up
      case 0x0E: return .down
      case 0x03: return .cancel
      case 0x04: return .endOfInput
      case 0x1B: if let key = escaped() { return key }
      case 0x20..<0x80: return .character(Character(Unicode.Scalar(byte)))
      case 0x80...: if let character = character(from: byte) { return .character(character) }
      default: continue
      }
    }
    return nil
  }

  /// A key behind ESC: `[A` is the arrow up
  private func escaped() -> LineBuffer.Key? {
    guard let mark = nextByte(), mark == UInt8(ascii: "[") || mark == UInt8(ascii: "O") else {
      return nil
    }
    var digits: [UInt8] = []
    while let byte = nextByte() {
      switch byte {
      case UInt8(ascii: "A"): return .up
      case UInt8(ascii: "B"): return .down
      case UInt8(ascii: "C"): return .right
      case UInt8(ascii: "D"): return .left
      case UInt8(ascii: "H"): return .home
      case UInt8(ascii: "F"): return .end
      case UInt8(ascii: "~"):
        switch digits {
        case [UInt8(ascii: "3")]: return .deleteHere
        case [UInt8(ascii: "1")], [UInt8(ascii: "7")]: return .home
        case [UInt8(ascii: "4")], [UInt8(ascii: "8")]: return .end
        default: return nil
        }
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"): digits.append(byte)
      default: return nil
      }
    }
    return nil
  }

  /// A character of several bytes
  private func character(from first: UInt8) -> Character? {
    let count = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0
    var bytes = [first]
    for _ in 0..<count { if let byte = nextByte() { bytes.append(byte) } }
    return String(decoding: bytes, as: UTF8.self).first
  }
}

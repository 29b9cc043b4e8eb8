internal import OppModel

extension TextFile {
  /// The same file in UTF-8, by its mark, else by the encoding that is said
  func decoded(_ encoding: FileEncoding?) -> TextFile {
    let byMark = decoded
    guard let encoding, byMark.bytes.count == bytes.count, start == 0,
      !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF])
    else { return byMark }
    switch encoding {
    case .utf8: return self
    case .utf16LittleEndian: return TextFile(path: path, bytes: [0xFF, 0xFE] + bytes).decoded
    case .utf16BigEndian: return TextFile(path: path, bytes: [0xFE, 0xFF] + bytes).decoded
    case .latin1: return mapped { UInt32($0) }
    case .windows1252: return mapped { Self.windows1252(of: $0) }
    }
  }

  /// The kind of UTF-16 that the zero bytes of plain letters show, or `nil` if there are no such zeros
  ///
  /// ```
  /// 74 00 69 00     ti     little-endian, each second byte is zero
  /// 00 74 00 69     ti     big-endian
  /// ```
  var unmarkedEncoding: FileEncoding? {
    let sample = bytes.prefix(64)
    let zeros = sample.indices.filter { sample[$0] == 0 }
    guard zeros.count * 3 > sample.count else { return nil }
    let odd = zeros.count { !$0.isMultiple(of: 2) }
    if odd == zeros.count { return .utf16LittleEndian }
    return odd == 0 ? .utf16BigEndian : nil
  }

  /// The file with each byte replaced by a scalar
  private func mapped(_ scalar: (UInt8) -> UInt32) -> TextFile {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 { decoded.append(byte) } else { decoded += Self.utf8(scalar(byte)) }
    }
    return TextFile(path: path, bytes: decoded)
  }

  /// The scalar of a byte in windows-1252; the five that are not assigned are controls (WHATWG, Encoding Standard)
  private static func windows1252(of byte: UInt8) -> UInt32 {
    (0x80..<0xA0).contains(byte) ? windows1252[Int(byte) - 0x80] : UInt32(byte)
  }

  /// The scalars of the bytes from 80 to 9F
  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}

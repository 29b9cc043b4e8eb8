extension TextFile {
  /// The same file in UTF-8, if a mark says that it is in UTF-16, as spreadsheets export it
  ///
  /// Half of a surrogate pair becomes a byte that is no UTF-8, so that the cell with it is refused.
  ///
  /// ```
  /// FF FE 74 00 65 00     te     little-endian
  /// FE FF 00 74 00 65     te     big-endian
  /// ```
  package var decoded: TextFile {
    let isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
    guard isLittleEndian || bytes.starts(with: [0xFE, 0xFF]) else { return self }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 2
    while let unit = codeUnit(at: index, isLittleEndian) {
      index += 2
      if UTF16.isLeadSurrogate(unit), let next = codeUnit(at: index, isLittleEndian),
        UTF16.isTrailSurrogate(next)
      {
        index += 2
        let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(next) - 0xDC00)
        decoded.append(contentsOf: Self.utf8(value))
      } else {
        decoded.append(contentsOf: UTF16.isSurrogate(unit) ? [0xFF] : Self.utf8(UInt32(unit)))
      }
    }
    if index < bytes.count { decoded.append(0xFF) }
    var file = TextFile(path: path, bytes: decoded)
    file.isDecoded = true
    return file
  }

  /// The same file with LF at the ends of its lines, if they end with CR alone
  package var withLineEnds: TextFile {
    guard !bytes.contains(UInt8(ascii: "\n")), bytes.contains(UInt8(ascii: "\r")) else {
      return self
    }
    var file = TextFile(
      path: path,
      bytes: bytes.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : $0 })
    file.isDecoded = isDecoded
    file.said = said
    return file
  }

  /// The two bytes at an index as one code unit, or `nil` if the file ends before
  private func codeUnit(at index: Int, _ isLittleEndian: Bool) -> UInt16? {
    guard index + 1 < bytes.count else { return nil }
    let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
    return isLittleEndian ? second << 8 | first : first << 8 | second
  }

  /// The bytes of a scalar that is no surrogate
  static func utf8(_ value: UInt32) -> [UInt8] {
    if value < 0x80 { return [UInt8(value)] }
    let last = UInt8(0x80 | value & 0x3F)
    if value < 0x800 { return [UInt8(0xC0 | value >> 6), last] }
    let middle = UInt8(0x80 | value >> 6 & 0x3F)
    if value < 0x10000 { return [UInt8(0xE0 | value >> 12), middle, last] }
    return [UInt8(0xF0 | value >> 18), UInt8(0x80 | value >> 12 & 0x3F), middle, last]
  }
}

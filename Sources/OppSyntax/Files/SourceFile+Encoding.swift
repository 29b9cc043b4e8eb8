extension SourceFile {
  /// The reason why the bytes are no text of rules; `nil` if they are one
  ///
  /// The first problem only: a file that is no text has thousands.
  var encodingProblem: SyntaxProblem? {
    if bytes.count > SourceFile.sizeLimit {
      return SyntaxProblem(
        .fileTooLarge(bytes: bytes.count), at: SourceRange(file: index, start: 0, end: 0))
    }
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == 0 { return SyntaxProblem(.nulByte, at: byteRange(offset)) }
      guard byte >= 0x80 else {
        offset += 1
        continue
      }
      let length = scalarLength(at: offset)
      if length == 0 { return SyntaxProblem(.invalidUTF8, at: byteRange(offset)) }
      offset += length
    }
    return nil
  }

  /// The place of one byte
  private func byteRange(_ offset: Int) -> SourceRange {
    SourceRange(file: index, start: Int32(clamping: offset), end: Int32(clamping: offset + 1))
  }

  /// The length of the scalar beyond ASCII that is encoded at an offset; 0 if none is
  ///
  /// From table 3-7 of the Unicode Standard: the second byte excludes overlong forms and surrogates.
  ///
  /// ```
  /// C3 A9          2: é            C0 80        0: two bytes for U+0000
  /// E2 82 AC       3: €            ED A0 80     0: a surrogate, U+D800
  /// F0 9F 98 80    4: 😀            F5 80 …      0: beyond U+10FFFF
  /// ```
  private func scalarLength(at offset: Int) -> Int {
    let length: Int
    let second: ClosedRange<UInt8>
    switch bytes[offset] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return 0 }
    for index in (offset + 2)..<max(offset + length, offset + 2)
    where bytes[index] & 0xC0 != 0x80 {
      return 0
    }
    return length
  }
}

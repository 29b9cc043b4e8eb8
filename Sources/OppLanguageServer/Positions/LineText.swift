internal import OppSyntax

/// A text in UTF-8 that knows its lines, and stays so through edits
///
/// A line ends with a line feed, a carriage return, or both, as the protocol has it.
///
/// ```
/// "a\r\n𝒳b\n"     bytes 0…8, lines begin at 0, 3 and 9
///
/// byte 7, before `b`:   line 1, character 4 in UTF-8, 2 in UTF-16, 1 in UTF-32
/// ```
package struct LineText: Sendable {
  package private(set) var bytes: [UInt8]

  /// The offset at which each line begins; the first is 0
  package private(set) var lineStarts: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lineStarts = [0]
    guard !bytes.isEmpty else { return }
    for offset in 1...bytes.count where beginsLine(offset) { lineStarts.append(offset) }
  }

  /// The range of the whole text
  package var wholeRange: Range<Int> { 0..<bytes.count }

  // MARK: Positions

  /// The byte at a position; one beyond its line is the end of the line, one beyond the text the end of the text
  ///
  /// A position within a scalar is the start of that scalar.
  package func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < lineStarts.count else { return bytes.count }
    let line = lineRange(position.line)
    var offset = line.lowerBound
    var left = position.character
    while offset < line.upperBound, left > 0 {
      let length = scalarLength(at: offset, before: line.upperBound)
      let units = encoding == .utf8 ? length : encoding.units(of: bytes[offset])
      if units > left { break }
      left -= units
      offset += length
    }
    return offset
  }

  package func position(of offset: Int, _ encoding: PositionEncoding) -> TextPosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineIndex(at: offset)
    return TextPosition(
      line: line, character: encoding.length(of: bytes[lineStarts[line]..<offset]))
  }

  package func range(of range: Range<Int>, _ encoding: PositionEncoding) -> TextRange {
    TextRange(
      start: position(of: range.lowerBound, encoding), end: position(of: range.upperBound, encoding)
    )
  }

  package func offsets(of range: TextRange, _ encoding: PositionEncoding) -> Range<Int> {
    let start = offset(of: range.start, encoding)
    let end = offset(of: range.end, encoding)
    return min(start, end)..<max(start, end)
  }

  /// The index of the line that an offset lies in
  package func lineIndex(at offset: Int) -> Int {
    max(partitionPoint(of: lineStarts.indices) { lineStarts[$0] > offset } - 1, 0)
  }

  /// The bytes of a line without its end
  package func lineRange(_ index: Int) -> Range<Int> {
    let start = lineStarts[index]
    guard index + 1 < lineStarts.count else { return start..<bytes.count }
    var end = lineStarts[index + 1] - 1
    if bytes[end] == 0x0A, end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The bytes of the scalar at an offset: its first and those that continue it
  private func scalarLength(at offset: Int, before end: Int) -> Int {
    var next = offset + 1
    while next < end, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return next - offset
  }

  // MARK: Edits

  /// Puts bytes in place of a range
  ///
  /// - Complexity: the length of the replacement and the number of lines; the text is moved once.
  package mutating func replace(_ range: Range<Int>, with replacement: [UInt8]) {
    let start = min(max(range.lowerBound, 0), bytes.count)
    let end = min(max(range.upperBound, start), bytes.count)
    bytes.replaceSubrange(start..<end, with: replacement)
    let newEnd = start + replacement.count
    let shift = newEnd - end
    // A line begins at an offset because of the bytes on both its sides: if both are outside the edit, it stays.
    let kept = max(1, partitionPoint(of: lineStarts.indices) { lineStarts[$0] >= start })
    let resumed = max(kept, partitionPoint(of: lineStarts.indices) { lineStarts[$0] > end })
    var middle: [Int] = []
    // A line that begins beyond the edit is kept already, at the very beginning of the text too.
    if newEnd > 0 {
      for offset in max(start, 1)...newEnd where beginsLine(offset) { middle.append(offset) }
    }
    lineStarts.replaceSubrange(kept..<resumed, with: middle)
    for index in (kept + middle.count)..<lineStarts.count { lineStarts[index] += shift }
  }

  /// `true` if a line begins at an offset above 0
  private func beginsLine(_ offset: Int) -> Bool {
    let previous = bytes[offset - 1]
    if previous == 0x0A { return true }
    return previous == 0x0D && (offset == bytes.count || bytes[offset] != 0x0A)
  }
}

internal import OppSyntax

/// A range of a file of rules
public struct SourceLocation: Hashable, Sendable {
  /// The path of the file
  public let path: String

  /// The range in bytes of UTF-8, from the beginning of the file
  public let utf8Range: Range<Int>

  /// The line of the beginning, from 1
  public let line: Int

  /// The column of the beginning in Unicode scalars, from 1
  public let column: Int

  /// The column of the beginning in units of UTF-16, from 1, as many editors count
  public let utf16Column: Int

  /// - Parameter files: those of the rule set, by the index in ranges.
  init(_ range: SourceRange, in files: [SourceFile]) {
    let index = Int(range.file)
    utf8Range = Int(range.start)..<Int(max(range.start, range.end))
    guard files.indices.contains(index) else {
      (path, line, column, utf16Column) = ("", 1, 1, 1)
      return
    }
    let file = files[index]
    path = file.path
    let position = file.position(at: range.start)
    line = position.line
    column = position.column
    let lineStart = file.lineRange(at: file.lineIndex(at: range.start)).lowerBound
    let before = file.bytes[lineStart..<max(lineStart, Int(range.start))]
    utf16Column = String(decoding: before, as: UTF8.self).utf16.count + 1
  }
}

internal import OppSyntax

/// Edits that put a mistake right
public struct Fix: Hashable, Sendable {
  /// A range of a file, and the text to put in its place
  public struct Edit: Hashable, Sendable {
    /// The path of the file
    public let path: String

    /// The range in bytes of UTF-8
    public let utf8Range: Range<Int>
    public let replacement: String
  }

  /// In the order of the text, none overlapping another
  public let edits: [Edit]

  /// `true` if it keeps the meaning, or restores the clearly intended one, so that it may be applied without asking
  public let isSafe: Bool

  init(_ fix: OppSyntax.Fix, in files: [SourceFile]) {
    isSafe = fix.applicability == .safe
    edits = fix.edits.map { edit in
      let location = SourceLocation(edit.range, in: files)
      return Edit(
        path: location.path, utf8Range: location.utf8Range, replacement: edit.replacement)
    }
  }

  /// Files with the edits made; those of other paths, and edits beyond the end of a file, change nothing
  ///
  /// - Parameter files: the files that the fix was made for, as they were.
  public func applied(to files: [RuleFile]) -> [RuleFile] {
    files.map { file in
      var bytes = file.bytes
      for edit in edits.reversed() where edit.path == file.path {
        guard edit.utf8Range.upperBound <= bytes.count else { continue }
        bytes.replaceSubrange(edit.utf8Range, with: Array(edit.replacement.utf8))
      }
      return RuleFile(path: file.path, bytes: bytes)
    }
  }
}

/// A half-open range of bytes in one file
///
/// - Invariant: `0 <= start <= end`.
package struct SourceRange: Hashable, Sendable {
  /// The index of the file in the rule set
  package let file: Int32
  package let start: Int32
  package let end: Int32

  package init(file: Int32, start: Int32, end: Int32) {
    self.file = file
    self.start = start
    self.end = max(start, end)
  }

  package var isEmpty: Bool { start == end }

  /// The empty range at the start of this one
  package var startPoint: SourceRange { SourceRange(file: file, start: start, end: start) }

  /// The empty range at the end of this one
  package var endPoint: SourceRange { SourceRange(file: file, start: end, end: end) }

  /// The least range that holds both, which are of one file
  package func union(_ other: SourceRange) -> SourceRange {
    SourceRange(file: file, start: min(start, other.start), end: max(end, other.end))
  }

  package func contains(_ other: SourceRange) -> Bool {
    file == other.file && start <= other.start && other.end <= end
  }
}

extension SourceRange: Comparable {
  /// In the order of the files, then of the text, the shorter first
  package static func < (left: SourceRange, right: SourceRange) -> Bool {
    (left.file, left.start, left.end) < (right.file, right.start, right.end)
  }
}

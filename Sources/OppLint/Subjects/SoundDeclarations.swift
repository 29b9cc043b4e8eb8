internal import OppSyntax

/// The ranges of a rule set in which there is no error, found by their places
///
/// Each declaration is looked up among the errors by bisection: a rule set of thousands of both stays fast.
struct SoundDeclarations {
  /// Ascending by their starts
  private let errors: [SourceRange]

  /// - Complexity: O(n log n) in the number of errors.
  init(besides errors: [SourceRange]) {
    self.errors = errors.sorted()
  }

  /// `true` if no error lies within a range
  ///
  /// - Complexity: O(log n) and the number of errors that begin in the range.
  func contains(_ range: SourceRange) -> Bool {
    var next = partitionPoint(of: errors.indices) {
      (errors[$0].file, errors[$0].start) >= (range.file, range.start)
    }
    while next < errors.count, errors[next].file == range.file, errors[next].start <= range.end {
      if range.contains(errors[next]) { return false }
      next += 1
    }
    return true
  }
}

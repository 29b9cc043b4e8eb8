internal import OppSyntax

/// The ranges of a rule set in which there is no error, found by their places
struct SoundDeclarations {
  private let errors: [SourceRange]

  /// - Complexity: O(n log n) in the number of errors.
  init(besides errors: [SourceRange]) {
    self.errors = errors.sorted()
  }

  /// `true` if no error lies within a range
  ///
  /// - Complexity: O(log n) and the number of errors that begin in the range.
  func contains(_ range: SourceRange) -> Bool {
    var (low, high) = (0, errors.count)
    while low < high {
      let middle = (low + high) / 2
      if (errors[middle].file, errors[middle].start) < (range.file, range.start) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    while low < errors.count, errors[low].file == range.file, errors[low].start <= range.end {
      if range.contains(errors[low]) { return false }
      low += 1
    }
    return true
  }
}

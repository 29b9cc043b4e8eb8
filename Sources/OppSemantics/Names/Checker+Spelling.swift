internal import OppSyntax

extension Checker {
  /// The greatest number of candidates that are compared with misspelt words in one rule set
  ///
  /// A rule set of ten thousand mistakes and as many names would take very long otherwise.
  static let spellingLimit = 200_000

  /// The name that a misspelt one may have been
  func nearest(to word: String, in candidates: @autoclosure () -> [String]) -> String? {
    guard comparedSpellings < Self.spellingLimit else { return nil }
    let candidates = candidates()
    comparedSpellings += candidates.count
    return nearestSpelling(of: word, in: candidates)
  }
}

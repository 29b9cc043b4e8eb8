internal import OppLint
package import OppSemantics
package import OppSyntax

extension Analysis {
  /// The most bytes of text that are checked to find fixes
  private static let adviceLimit = 1 << 25

  /// Diagnostics for programs: those of the compiler with the fixes that their advice gives
  ///
  /// Each piece of advice is tried out; in a large rule set, only the first ones are.
  ///
  /// - Parameter analyze: checks files as this was made.
  package func withAdvisedFixes(
    _ diagnostics: [Diagnostic], analyze: @escaping ([SourceFile]) -> Analysis
  ) -> [Diagnostic] {
    // The prelude is the last file.
    let files = Array(files.dropLast())
    let suggested = SuggestedFixes(self, files: files, analyze: analyze)
    let size = files.reduce(1) { $0 + $1.bytes.count }
    // A rule set of 100 KB is checked 335 times before 32 MiB of text have been read; with at most `checkLimit` checks
    // for each diagnostic.
    var left = Self.adviceLimit / size / SuggestedFixes.checkLimit
    return diagnostics.map { diagnostic in
      guard left > 0, suggested.hasAdvice(diagnostic) else { return diagnostic }
      left -= 1
      let fixes = suggested.fixes(for: diagnostic)
      var advised = diagnostic
      if fixes.count == 1 { advised.fix = fixes[0] } else { advised.alternatives = fixes }
      return advised
    }
  }
}

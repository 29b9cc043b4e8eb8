package import OppModel
package import OppSemantics
package import OppSyntax

/// Fixes applied to a rule set, round by round, until none is left
///
/// A round takes the fixes that do not overlap, and the files are checked again. Safe fixes are taken first, and only
/// if it is proved that every Opp fires as before. If a round brings errors or the proof fails, the fixes of the
/// rules that cause it are left out from then on: they are mistakes of the linter, and are named.
///
/// ```
/// round 1   safe: `temp > 25C and temp > 20C` → `temp > 25C`, `raining == true` → `raining`
/// round 2   safe: none; unsafe if the limit allows it: `time > sunset` → `time in sunset..sunrise`
/// round 3   none of either kind: done
/// ```
///
/// - Complexity: a check and a run of the linter a round, and a proof for each round of safe fixes.
package struct FixRun {
  /// A bound on the rounds: fixes that undo each other would never end
  package static let roundLimit = 10

  /// The files after the fixes
  package private(set) var files: [SourceFile]

  /// The rule set after the fixes
  package private(set) var analysis: Analysis

  /// The number of fixes applied
  package private(set) var count = 0

  /// The rules whose fixes broke a file, by name
  package private(set) var refused: [String] = []

  /// The rules whose safe fixes are not proved to keep the meaning, by name
  package private(set) var unproved: [String] = []

  /// `nil` if it is not known
  private let zone: Zone?

  /// The findings of a checked rule set
  private let lint: (Analysis) -> [Diagnostic]

  /// The check of files, the prelude included
  private let analyze: ([SourceFile]) -> Analysis

  /// - Parameters:
  ///   - limit: `safe`, or `unsafe` for both kinds.
  ///   - zone: that of the rule set, for proofs; `nil` if it is not known.
  ///   - lint: the findings of a checked rule set.
  ///   - canChange: `true` for the files that may be written.
  package init(
    _ start: Analysis, files: [SourceFile], upTo limit: Fix.Applicability, zone: Zone? = nil,
    analyze: @escaping ([SourceFile]) -> Analysis, lint: @escaping (Analysis) -> [Diagnostic],
    canChange: (SourceFile) -> Bool
  ) {
    self.files = files
    self.zone = zone
    self.analyze = analyze
    self.lint = lint
    analysis = start
    // Files of libraries and of other folders are read, and never written.
    let open = Set(files.filter(canChange).map { $0.index })
    for _ in 0..<Self.roundLimit {
      // Unsafe fixes only once no safe one is left, so that each is shown on rules that are otherwise mended.
      if round(.safe, open) { continue }
      if limit == .unsafe, round(.unsafe, open) { continue }
      break
    }
  }

  /// Applies the fixes of one kind that can be applied at once
  ///
  /// - Returns: `true` if some were.
  private mutating func round(_ kind: Fix.Applicability, _ open: Set<Int32>) -> Bool {
    let candidates = (analysis.diagnostics + lint(analysis)).filter { diagnostic in
      guard let fix = diagnostic.fix, fix.applicability == kind, !isLeftOut(diagnostic.code)
      else { return false }
      return fix.edits.allSatisfy { open.contains($0.range.file) }
    }
    if candidates.isEmpty { return false }
    // Mostly all can be applied at once.
    if take(candidates, kind) { return true }
    // Some rule is wrong: each is tried alone, and those that are at fault are left out from now on.
    var codes: [String] = []
    for candidate in candidates where !codes.contains(candidate.code) {
      codes.append(candidate.code)
    }
    for code in codes {
      let own = candidates.filter { $0.code == code }
      note(flaw(of: analyze(applied(own).files), kind), of: code)
    }
    // Together they broke something, and none of them does alone: all are left out.
    if codes.allSatisfy({ !isLeftOut($0) }) { refused += codes }
    return take(candidates.filter { !isLeftOut($0.code) }, kind)
  }

  /// `true` if the fixes of a rule are no longer applied
  private func isLeftOut(_ code: String) -> Bool {
    refused.contains(code) || unproved.contains(code)
  }

  /// The reason for which a changed rule set is not taken
  private enum Flaw {
    /// There are more errors than before
    case error
    /// An Opp fires at other seconds, or that it does not is not proved
    case meaning
  }

  /// Leaves out the fixes of a rule from now on
  private mutating func note(_ flaw: Flaw?, of code: String) {
    switch flaw {
    case .error: refused.append(code)
    case .meaning: unproved.append(code)
    case nil: break
    }
  }

  /// The reason against taking a changed rule set; `nil` if there is none
  private func flaw(of next: Analysis, _ kind: Fix.Applicability) -> Flaw? {
    if errorCount(next) > errorCount(analysis) { return .error }
    // The meaning of rules with errors is not known, and their fixes restore the intended meaning.
    guard kind == .safe, errorCount(analysis) == 0 else { return nil }
    let proof = MeaningProof(old: analysis.graph, new: next.graph, zone: zone)
    return proof.holds ? nil : .meaning
  }

  /// Applies fixes if nothing speaks against it
  ///
  /// - Returns: `true` if at least one was applied; files that are not changed keep their bytes.
  private mutating func take(_ diagnostics: [Diagnostic], _ kind: Fix.Applicability) -> Bool {
    let (changed, applied) = applied(diagnostics)
    guard applied > 0 else { return false }
    let next = analyze(changed)
    guard flaw(of: next, kind) == nil else { return false }
    files = changed
    analysis = next
    count += applied
    return true
  }

  /// The files with the fixes that do not overlap, and how many those are
  private func applied(_ diagnostics: [Diagnostic]) -> (files: [SourceFile], count: Int) {
    FixedText.files(files, with: diagnostics.compactMap { $0.fix })
  }

  /// The errors of the compiler
  private func errorCount(_ analysis: Analysis) -> Int {
    var count = 0
    for diagnostic in analysis.diagnostics where diagnostic.severity == .error { count += 1 }
    return count
  }
}

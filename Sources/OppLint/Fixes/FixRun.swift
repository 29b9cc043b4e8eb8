package import OppSemantics
package import OppSyntax

/// Fixes applied to a rule set, round by round, until none is left
///
/// A round takes the fixes that do not overlap, and the files are checked again. Where there are more errors then than
/// before, the fixes of the rules that bring them are left out: they are mistakes of the linter, and are named.
package struct FixRun {
  /// A bound on the rounds: fixes that undo each other would never end
  package static let roundLimit = 10

  /// The files after the fixes
  package private(set) var files: [SourceFile]

  /// What the linter says of them
  package private(set) var analysis: Analysis

  /// How many fixes were applied
  package private(set) var count = 0

  /// The rules whose fixes broke a file, by name
  package private(set) var refused: [String] = []

  private let limit: Fix.Applicability
  private let lint: (Analysis) -> [Diagnostic]
  private let analyze: ([SourceFile]) -> Analysis

  /// - Parameters:
  ///   - limit: `safe`, or `unsafe` for both kinds.
  ///   - lint: the findings of a checked rule set.
  ///   - canChange: `true` for the files that may be written.
  package init(
    _ start: Analysis, files: [SourceFile], upTo limit: Fix.Applicability,
    analyze: @escaping ([SourceFile]) -> Analysis, lint: @escaping (Analysis) -> [Diagnostic],
    canChange: (SourceFile) -> Bool
  ) {
    self.files = files
    self.limit = limit
    self.analyze = analyze
    self.lint = lint
    analysis = start
    let open = Set(files.filter(canChange).map { $0.index })
    for _ in 0..<Self.roundLimit {
      if !round(open) { break }
    }
  }

  /// Applies what can be applied at once
  ///
  /// - Returns: `true` if something was.
  private mutating func round(_ open: Set<Int32>) -> Bool {
    let candidates = (analysis.diagnostics + lint(analysis)).filter { diagnostic in
      guard let fix = diagnostic.fix, !refused.contains(diagnostic.code) else { return false }
      return accepts(fix) && fix.edits.allSatisfy { open.contains($0.range.file) }
    }
    if candidates.isEmpty { return false }
    if take(candidates) { return true }
    // Some rule breaks the file: each is tried alone, and those that break it are left out from now on.
    var codes: [String] = []
    for candidate in candidates where !codes.contains(candidate.code) {
      codes.append(candidate.code)
    }
    let before = errorCount(analysis)
    for code in codes {
      let (changed, _) = applied(candidates.filter { $0.code == code })
      if errorCount(analyze(changed)) > before { refused.append(code) }
    }
    if codes.allSatisfy({ !refused.contains($0) }) { refused += codes }
    return take(candidates.filter { !refused.contains($0.code) })
  }

  private func accepts(_ fix: Fix) -> Bool {
    switch fix.applicability {
    case .safe: true
    case .unsafe: limit == .unsafe
    case .display: false
    }
  }

  /// Applies fixes if they bring no error
  private mutating func take(_ diagnostics: [Diagnostic]) -> Bool {
    let (changed, applied) = applied(diagnostics)
    guard applied > 0 else { return false }
    let next = analyze(changed)
    guard errorCount(next) <= errorCount(analysis) else { return false }
    files = changed
    analysis = next
    count += applied
    return true
  }

  private func applied(_ diagnostics: [Diagnostic]) -> (files: [SourceFile], count: Int) {
    var count = 0
    let fixes = diagnostics.compactMap { $0.fix }
    let changed = files.map { file in
      let own = fixes.filter { fix in fix.edits.allSatisfy { $0.range.file == file.index } }
      if own.isEmpty { return file }
      let fixed = FixedText(own, to: file.bytes)
      count += fixed.count
      return SourceFile(path: file.path, bytes: fixed.bytes, index: file.index)
    }
    return (changed, count)
  }

  private func errorCount(_ analysis: Analysis) -> Int {
    var count = 0
    for diagnostic in analysis.diagnostics where diagnostic.severity == .error { count += 1 }
    return count
  }
}

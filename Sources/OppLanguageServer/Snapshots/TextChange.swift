internal import OppSemantics
internal import OppSyntax

/// The change between two texts of a file, given by the equal texts before and behind it
///
/// Places before the change stay, those behind it move by the difference of the lengths.
///
/// ```
/// old   let warm = temp > 20C ¶ opp "A" …       prefix 19, suffix 20
/// new   let warm = temp > 215C ¶ opp "A" …      difference 1
/// ```
///
/// A range that ends before the prefix keeps its place; one that begins behind the suffix is a byte further down; one
/// at the number itself has no place in the new text.
struct TextChange {
  /// The length of the equal beginning, in bytes
  let prefix: Int32

  /// The beginning of the equal end in the old text
  let suffix: Int32

  /// The bytes by which the new text is longer
  let difference: Int32

  /// The index of the file in the new rule set, which moved ranges carry
  private let file: Int32

  /// - Parameter file: the index of the file in the new rule set.
  /// - Complexity: O(*n*) in the equal bytes.
  init(from old: [UInt8], to new: [UInt8], file: Int32) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var tail = 0
    while tail < shorter - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
      tail += 1
    }
    prefix = Int32(clamping: start)
    suffix = Int32(clamping: old.count - tail)
    difference = Int32(clamping: new.count - old.count)
    self.file = file
  }

  /// The place of an old range in the new text; nil if its text has changed
  func moved(_ range: SourceRange) -> SourceRange? {
    if range.end < prefix { return SourceRange(file: file, start: range.start, end: range.end) }
    guard range.start > suffix else { return nil }
    return SourceRange(
      file: file, start: range.start + difference, end: range.end + difference)
  }

  /// The findings of an old rule set at their places in a new one
  ///
  /// A finding whose own text has changed is left out, and so are labels of which that is true. Fixes are left out: they
  /// may be wrong now.
  static func kept(_ findings: [Diagnostic], changes: [Int32: TextChange]) -> [Diagnostic] {
    findings.compactMap { finding in
      guard let range = changes[finding.range.file]?.moved(finding.range) else { return nil }
      var kept = Diagnostic(
        code: finding.code, severity: finding.severity, range: range, headline: finding.headline)
      kept.labels = finding.labels.compactMap { label in
        changes[label.range.file]?.moved(label.range).map {
          Diagnostic.Label(range: $0, text: label.text)
        }
      }
      kept.helps = finding.helps
      kept.notes = finding.notes
      return kept
    }
  }
}

extension RuleSetSnapshot {
  /// The findings of the linter at their places in other texts of the files
  ///
  /// - Parameter sources: by the URIs of the files, in the order of the new rule set.
  func findings(in sources: [(uri: String, bytes: [UInt8])]) -> [Diagnostic] {
    let compiler = Set(analysis.diagnostics)
    let findings = knownProblems.filter { !compiler.contains($0) }
    if findings.isEmpty { return [] }
    var changes: [Int32: TextChange] = [:]
    for (new, source) in sources.enumerated() {
      guard let old = index(ofURI: source.uri) else { continue }
      changes[Int32(truncatingIfNeeded: old)] = TextChange(
        from: self.source(at: old).bytes, to: source.bytes, file: Int32(truncatingIfNeeded: new))
    }
    return TextChange.kept(findings, changes: changes)
  }
}

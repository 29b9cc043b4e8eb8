internal import OppAnalysis
internal import OppModel
internal import OppSyntax

extension LintFinding {
  /// `true` if all places that it names lie within a range
  ///
  /// Only such a finding can be moved with its Opp: a label elsewhere may have to move by another distance.
  func isWithin(_ range: SourceRange) -> Bool {
    range.contains(diagnostic.range)
      && diagnostic.labels.allSatisfy { range.contains($0.range) }
      && diagnostic.fixes.allSatisfy { $0.edits.allSatisfy { range.contains($0.range) } }
      && (witness?.isMovable ?? true)
  }

  /// The same finding in a text that stands further down by a number of bytes
  ///
  /// - Returns: nil where its example has no counterpart in the new graph.
  /// - Parameter distance: in bytes; negative for a text further up.
  func moved(by distance: Int32, _ transfer: GraphTransfer) -> LintFinding? {
    var example: Witness?
    if let witness {
      example = transfer.witness(witness)
      if example == nil { return nil }
    }
    return LintFinding(
      diagnostic: distance == 0 ? diagnostic : diagnostic.moved(by: distance), rule: rule,
      opp: opp, fingerprint: fingerprint, witness: example)
  }
}

extension SourceRange {
  /// The range that begins and ends further down by a number of bytes
  func moved(by distance: Int32) -> SourceRange {
    SourceRange(file: file, start: start + distance, end: end + distance)
  }
}

extension Diagnostic {
  /// The message with all its places moved
  fileprivate func moved(by distance: Int32) -> Diagnostic {
    var other = Diagnostic(
      code: code, severity: severity, range: range.moved(by: distance), headline: headline)
    other.labels = labels.map { Label(range: $0.range.moved(by: distance), text: $0.text) }
    other.helps = helps
    other.notes = notes
    other.fix = fix?.moved(by: distance)
    other.alternatives = alternatives.map { $0.moved(by: distance) }
    return other
  }
}

extension Fix {
  /// The fix with all its edits moved
  fileprivate func moved(by distance: Int32) -> Fix {
    Fix(
      edits: edits.map {
        Edit(range: $0.range.moved(by: distance), replacement: $0.replacement)
      }, applicability: applicability)
  }
}

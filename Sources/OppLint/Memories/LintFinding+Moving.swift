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
  /// - Returns: nil if its example has no counterpart in the new graph.
  /// - Parameter distance: in bytes; negative for a text further up.
  func moved(by distance: Int32, _ transfer: GraphTransfer) -> LintFinding? {
    var example: Witness?
    if let witness {
      example = transfer.witness(witness)
      if example == nil { return nil }
    }
    guard let diagnostic = distance == 0 ? diagnostic : diagnostic.moved({ $0.moved(by: distance) })
    else { return nil }
    return LintFinding(
      diagnostic: diagnostic, rule: rule,
      opp: opp, fingerprint: fingerprint, witness: example)
  }
}

extension SourceRange {
  /// The range that begins and ends further down by a number of bytes
  func moved(by distance: Int32) -> SourceRange {
    SourceRange(file: file, start: start + distance, end: end + distance)
  }
}

internal import OppSyntax

/// The file that a request is about, in the check of its rule set as it is now
struct RequestedFile {
  let state: RuleSetState
  let snapshot: RuleSetSnapshot

  /// Its index in the rule set
  let index: Int
  let writer: PlaceWriter

  var text: LineText { snapshot.lineText(at: index) }

  /// The byte of a position
  func offset(of position: TextPosition) -> Int32 {
    Int32(clamping: text.offset(of: position, writer.encoding))
  }

  func range(of range: TextRange) -> SourceRange {
    let offsets = text.offsets(of: range, writer.encoding)
    return SourceRange(
      file: Int32(truncatingIfNeeded: index), start: Int32(clamping: offsets.lowerBound),
      end: Int32(clamping: offsets.upperBound))
  }
}

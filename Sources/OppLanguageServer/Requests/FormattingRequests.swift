internal import OppFormat
internal import OppSyntax

/// `textDocument/formatting` and `textDocument/rangeFormatting`
///
/// The edits are of whole lines, and only of those that differ, so that the cursor and the folded parts of an editor
/// keep their places. Texts are formatted as they are now, whether they are checked or not: formatting knows no
/// types.
struct FormattingRequests {
  let context: RequestContext

  /// Formats as `opp fmt` does, which has no options: those of the client are passed over
  func formatting(_ parameters: Parameters) throws(ResponseError) -> String {
    let (uri, text) = try formattedText(parameters)
    let formatted = Formatter.format(SourceFile(path: uri, bytes: text.bytes))
    guard formatted.isChanged else { return "[]" }
    return edits(from: text, 0..<text.bytes.count, to: formatted.bytes)
  }

  /// Formats the declarations that a range touches, as if they were a file
  func rangeFormatting(_ parameters: Parameters) throws(ResponseError) -> String {
    let (uri, text) = try formattedText(parameters)
    let range = text.offsets(of: try parameters.range(), context.client.encoding)
    let (tree, _) = Parser.parse(SourceFile(path: uri, bytes: text.bytes))
    let touched = tree.root.children.compactMap { element -> Range<Int>? in
      guard case .node(let node) = element else { return nil }
      let own = Int(node.range.start)..<Int(node.range.end)
      return own.lowerBound <= range.upperBound && own.upperBound >= range.lowerBound ? own : nil
    }
    guard let first = touched.first, let last = touched.last else { return "[]" }
    let whole = Self.lines(of: text.bytes, around: first.lowerBound..<last.upperBound)
    let formatted = Formatter.format(SourceFile(path: uri, bytes: Array(text.bytes[whole])))
    guard formatted.isChanged else { return "[]" }
    var bytes = formatted.bytes
    if bytes.last == 0x0A { bytes.removeLast() }
    return edits(from: text, whole, to: bytes)
  }

  /// The text to format: as it is open, else as it is on the disk
  private func formattedText(
    _ parameters: Parameters
  ) throws(ResponseError) -> (uri: String, text: LineText) {
    let uri = try parameters.documentURI()
    if let document = context.workspace.documents[uri] { return (uri, document.text) }
    return (uri, try context.file(uri: uri).text)
  }

  /// A range with the spaces before it on its line, and the rest of its last line
  private static func lines(of bytes: [UInt8], around range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    if start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start = range.lowerBound }
    var end = range.upperBound
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return start..<end
  }

  /// The edits that turn a part of a text into another, whole lines each
  private func edits(from text: LineText, _ range: Range<Int>, to new: [UInt8]) -> String {
    let difference = LineDifference(from: Array(text.bytes[range]), to: new)
    var starts = [range.lowerBound]
    for line in difference.oldLines { starts.append((starts.last ?? 0) + line.count) }
    let edits = difference.changes.map { change -> (range: Range<Int>, replacement: [UInt8]) in
      let removed = starts[change.removed.lowerBound]..<starts[change.removed.upperBound]
      var inserted: [UInt8] = []
      for line in difference.newLines[change.inserted] { inserted += line }
      return (range: removed, replacement: inserted)
    }
    return TextEdits(text: text, encoding: context.client.encoding).json(edits)
  }
}

package import OppSyntax

/// Rewrites a file of rules in the canonical layout
///
/// It changes nothing but the white space between words: every word, text, number, comma and parenthesis
/// and every comment stays as it is written, in its order. It needs no types and works on files with
/// mistakes: a declaration with a syntax error is kept byte for byte, the others are laid out.
///
/// Formatting twice is formatting once. The result is checked before it is given out: it is parsed again,
/// and its words, comments and tree must be those of the file.
package enum Formatter {
  /// A file in the canonical layout, and the problems of its syntax
  ///
  /// - Complexity: linear in the size of the file.
  ///
  /// - Returns: the file's own bytes if it is no text, or if the layout would read otherwise.
  package static func format(_ source: SourceFile) -> FormattedText {
    let (tree, diagnostics) = Parser.parse(source)
    guard isReadable(source.bytes) else { return unchanged(source, .unreadable, diagnostics) }
    var layout = FileLayout(tree, diagnostics: diagnostics)
    let bytes = layout.bytes()
    if bytes == source.bytes { return unchanged(source, .formatted, diagnostics) }
    let (formattedTree, _) = Parser.parse(SourceFile(path: source.path, bytes: bytes))
    guard MeaningCheck.sameWords(tree, formattedTree), MeaningCheck.sameShape(tree, formattedTree)
    else { return unchanged(source, .wouldChangeMeaning, diagnostics) }
    return FormattedText(
      outcome: .formatted, bytes: bytes, diagnostics: diagnostics, isChanged: true)
  }

  /// The result that leaves a file as it is
  private static func unchanged(
    _ source: SourceFile, _ outcome: FormattedText.Outcome, _ diagnostics: [Diagnostic]
  ) -> FormattedText {
    FormattedText(
      outcome: outcome, bytes: source.bytes, diagnostics: diagnostics, isChanged: false)
  }

  /// `true` if bytes are text that the formatter can lay out: UTF-8 of at most 16 MiB without a null byte
  private static func isReadable(_ bytes: [UInt8]) -> Bool {
    bytes.count <= SourceFile.sizeLimit && !bytes.contains(0)
      && String(validating: bytes, as: UTF8.self) != nil
  }
}

import OppFormat
import OppSyntax
import Testing

/// Formats `before` and compares with `after`
///
/// 1. The result is `after`, or, where only one text is given, that text.
/// 2. Formatting the result changes nothing.
/// 3. The words and the comments are those of `before`, in their order.
func check(
  _ before: String, _ after: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let result = format(before)
  #expect(result.text == after ?? before, sourceLocation: sourceLocation)
  #expect(result.outcome == .formatted, sourceLocation: sourceLocation)
  checkLaws(before, result, sourceLocation: sourceLocation)
}

/// Checks what holds for any text, whatever is wrong with it
func checkLaws(
  _ before: String, _ result: FormattedText,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(words(before) == words(result.text), sourceLocation: sourceLocation)
  let again = format(result.text)
  #expect(again.text == result.text, "twice is not once", sourceLocation: sourceLocation)
}

/// Checks what holds for any text without mistakes
func checkLawsOfSoundText(
  _ before: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let result = format(before)
  #expect(result.outcome == .formatted, "\(before)", sourceLocation: sourceLocation)
  #expect(!result.hasErrors, "\(before)", sourceLocation: sourceLocation)
  checkLaws(before, result, sourceLocation: sourceLocation)
  let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
  #expect(!lines.contains { $0.last == " " || $0.last == "\t" || $0.last == "\r" })
  #expect(result.text.isEmpty || result.text.hasSuffix("\n"))
  #expect(!result.text.contains("\n\n\n") && !result.text.hasSuffix("\n\n"))
}

func format(_ text: String) -> FormattedText {
  Formatter.format(SourceFile(path: "test.opp", text: text))
}

/// The words and comments of a text, in their order
func words(_ text: String) -> [ArraySlice<UInt8>] {
  let tree = Parser.parse(SourceFile(path: "test.opp", text: text)).tree
  let bytes = tree.source.bytes
  var words: [ArraySlice<UInt8>] = []
  for (index, kind) in tree.tokenKinds.enumerated() where kind != .whitespace {
    var word = bytes[Int(tree.tokenStarts[index])..<Int(tree.tokenStarts[index + 1])]
    while kind.isTrivia, let last = word.last, [0x20, 0x09, 0x0D].contains(last) {
      word.removeLast()
    }
    words.append(word)
  }
  return words
}

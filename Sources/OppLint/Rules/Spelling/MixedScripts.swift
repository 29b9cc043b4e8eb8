internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `mixed-scripts`
///
/// ```
/// found     a Latin word with U+0430, which looks like `a`; a name with U+200B, which is invisible
/// silent    “Чай” and “tea” in one text: each word is of one script; 10 µm, Δ
/// ```
enum MixedScripts {
  static let rule = LintRule(
    name: "mixed-scripts", category: .spelling, severity: .warning, precision: .veryHigh,
    reach: .ruleSet,
    page: LintPage(
      headline: "`wаrm` mixes Latin and Cyrillic letters",
      why: """
        Letters of two scripts look the same and are not: a name with a Cyrillic `а` is another name, a text with one
        is never equal to what a service delivers. Invisible characters and those that turn the direction of writing
        are found as well (Unicode Technical Standard 39).
        """,
      bad: """
        let wаrm = temp > 22C
        opp "Ice" when wаrm at most once per day
        """,
      good: """
        let warm = temp > 22C
        opp "Ice" when warm at most once per day
        """,
      related: ["nearly-the-same-text"])
  ) { subject, findings in
    // Each word once, however often it is used.
    var seen: Set<String> = []
    for tree in subject.analysis.trees.dropLast() {
      for (index, kind) in tree.tokenKinds.enumerated() where kind == .name || kind == .textSegment
      {
        let range = SourceRange(
          file: tree.source.index, start: tree.tokenStarts[index],
          end: tree.tokenStarts[index + 1])
        let bytes = tree.source.bytes[Int(range.start)..<Int(range.end)]
        // ASCII cannot mix scripts.
        guard bytes.contains(where: { $0 >= 0x80 }) else { continue }
        let text = String(decoding: bytes, as: UTF8.self)
        for word in ScriptScanner.words(of: text) {
          guard let problem = ScriptScanner.problem(in: word.text), seen.insert(word.text).inserted
          else { continue }
          let start = range.start + Int32(word.offset)
          findings.report(
            SourceRange(
              file: range.file, start: start, end: start + Int32(word.text.utf8.count)),
            "`\(ScriptScanner.visible(word.text))` \(problem)",
            helps: ["write it anew with the letters of one script"])
        }
      }
    }
  }
}

/// Distinguishes the scripts of words
///
/// By ranges of code points, since the tables of Unicode are not in Embedded Swift. Source: Unicode, UTS #39.
private enum ScriptScanner {
  /// The words between spaces and marks, each with its offset in bytes; invisible characters belong to them
  static func words(of text: String) -> [(offset: Int, text: String)] {
    var found: [(offset: Int, text: String)] = []
    var word = ""
    var offset = 0
    for scalar in text.unicodeScalars {
      if isLetter(scalar) || isInvisible(scalar) {
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty {
        found.append((offset - word.utf8.count, word))
        word = ""
      }
      offset += Int(UTF8.width(scalar))
    }
    if !word.isEmpty { found.append((offset - word.utf8.count, word)) }
    return found
  }

  /// The rest of a sentence about a word; nil for one without a problem
  static func problem(in word: String) -> String? {
    let scalars = word.unicodeScalars
    if scalars.contains(where: { isDirection($0) }) {
      return "has a character that turns the direction of writing"
    }
    // A joiner between emojis and in scripts that need it is as it should be.
    if scalars.contains(where: { isInvisible($0) }), scalars.contains(where: { isLatin($0) }) {
      return "has a character that nobody sees"
    }
    // A word without Latin letters is in a script of its own.
    guard scalars.contains(where: { isLatin($0) }) else { return nil }
    if scalars.contains(where: { (0x400...0x52F).contains($0.value) }) {
      return "mixes Latin and Cyrillic letters"
    }
    if scalars.contains(where: { isConfusableGreek($0) }) {
      return "mixes Latin and Greek letters"
    }
    return nil
  }

  /// A word without its invisible characters
  static func visible(_ word: String) -> String {
    var text = ""
    for scalar in word.unicodeScalars where !isInvisible(scalar) {
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  /// `true` if a scalar can be in a word
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar == "_" || (0x30...0x39).contains(scalar.value)
  }

  /// `true` if a scalar is a Latin letter, up to Latin Extended-B
  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    (0x41...0x5A).contains(scalar.value) || (0x61...0x7A).contains(scalar.value)
      || (0xC0...0x24F).contains(scalar.value)
  }

  /// Zero-width spaces and joiners, soft hyphens, marks of order, and characters that turn the direction
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x200B...0x200F, 0x2060...0x2064, 0xFEFF: true
    default: isDirection(scalar)
    }
  }

  /// `true` if a scalar turns the direction of writing: U+202A to U+202E and U+2066 to U+2069
  private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  /// The Greek letters that look like Latin ones
  private static func isConfusableGreek(_ scalar: Unicode.Scalar) -> Bool {
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρικυ".unicodeScalars.contains(scalar)
  }
}

internal import OppModel
internal import OppSyntax

/// The rule `foreign-placeholder`
///
/// ```
/// found     "It is $temp.", "It is <temp> and %wind%.", "[temp]", "It is %s outside."
/// silent    "It costs $5, 100% sure <b>now</b>."
/// ```
package enum ForeignPlaceholder {
  package static let rule = LintRule(
    name: "foreign-placeholder", category: .spelling, severity: .warning, precision: .high,
    fix: .unsafe,
    page: LintPage(
      headline: "`$temp` is text here; a value is written `{temp}`",
      why: """
        `$name`, `%name%`, `<name>` and `%s` are how other languages put a value into a text. Here they are printed as
        they stand. Only names that exist are reported.
        """,
      bad: """
        opp "Tyres" on 10:00 when temp < 7C notify "It is $temp."
        """,
      good: """
        opp "Tyres" on 10:00 when temp < 7C notify "It is {temp}."
        """,
      related: ["doubled-braces"])
  ) { subject, findings in
    for text in subject.noticeTexts {
      for found in PlaceholderScanner.placeholders(in: Array(text.segment.bytes)) {
        let start = text.segment.range.start
        let range = SourceRange(
          file: text.segment.range.file, start: start + Int32(found.start),
          end: start + Int32(found.end))
        let written = subject.text(range)
        // `%s` has no name; of the others only those that have a value here are reported.
        guard let name = found.name else {
          findings.report(
            range, "`\(written)` is text here; a value is written in braces",
            helps: ["write the name of the value: `{temp}`"])
          continue
        }
        guard subject.isKnown(name, at: text.node) else { continue }
        findings.report(
          range, "`\(written)` is text here; a value is written `{\(name)}`",
          helps: ["write `{\(name)}`"],
          fix: .replacing(range, with: "{\(name)}", .unsafe))
      }
    }
  }
}

/// Finds the placeholders of other languages in the bytes of a text
private enum PlaceholderScanner {
  /// A placeholder by its first byte and that behind its last
  struct Placeholder {
    let start: Int
    let end: Int

    /// Nil for `%s`, which has none
    let name: String?
  }

  /// The placeholders, in the order of the text; whether their names have a value is for the rule to find out
  static func placeholders(in bytes: [UInt8]) -> [Placeholder] {
    var found: [Placeholder] = []
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "$"):
        let end = nameEnd(bytes, index + 1)
        if end > index + 1 { found.append(named(bytes, index, index + 1, end, end)) }
      case UInt8(ascii: "<"), UInt8(ascii: "%"), UInt8(ascii: "["):
        // `<` and `>`, `[` and `]` are two apart in ASCII; `%` closes itself.
        let closing =
          bytes[index] == UInt8(ascii: "%") ? UInt8(ascii: "%") : bytes[index] + 2
        let end = nameEnd(bytes, index + 1)
        if end > index + 1, end < bytes.count, bytes[end] == closing {
          found.append(named(bytes, index, index + 1, end, end + 1))
        } else if bytes[index] == UInt8(ascii: "%"), isFormat(bytes, index) {
          found.append(Placeholder(start: index, end: index + 2, name: nil))
        }
      default: break
      }
    }
    return found
  }

  /// A placeholder with the name between `first` and before `last`
  private static func named(
    _ bytes: [UInt8], _ start: Int, _ first: Int, _ last: Int, _ end: Int
  ) -> Placeholder {
    Placeholder(
      start: start, end: end, name: String(decoding: bytes[first..<last], as: UTF8.self))
  }

  /// `%s`, `%d`, `%f` between words
  private static func isFormat(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index + 1 < bytes.count, "sdf".utf8.contains(bytes[index + 1]),
      index == 0 || bytes[index - 1] == 0x20
    else { return false }
    return index + 2 == bytes.count || !isLetter(bytes[index + 2])
  }

  /// The end of a name with its dots; a dot at the end belongs to the sentence
  ///
  /// `temp.` in `It is $temp.` ends before its point, `e.title` has one within.
  private static func nameEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    guard start < bytes.count, isLetter(bytes[start]) else { return start }
    var end = start
    while end < bytes.count, isLetter(bytes[end]) || isDigit(bytes[end]) || isDot(bytes, end) {
      end += 1
    }
    return end
  }

  /// `true` if a point has a letter behind it, as in `e.title`
  private static func isDot(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: ".") && index + 1 < bytes.count && isLetter(bytes[index + 1])
  }

  /// `true` if a byte can begin a name
  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || byte == UInt8(ascii: "_")
  }

  /// `true` if a byte can be in a name, but not begin it
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

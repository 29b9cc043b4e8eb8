internal import Foundation

/// The mistakes that the tests of the compiler have, as examples for the pages of messages
///
/// ```
/// === a variable
/// var x = 3
/// =>                                    the file corrected by the help, in Mistakes alone
/// let x = 3
/// ---
/// foreign-operator at `var`: `var` is written `let` here
/// ```
struct GoldenMistakes: Sendable {
  /// A text that gives a message
  struct Mistake: Sendable {
    let title: String
    let text: String

    /// `true` if it gives no other message
    let isAlone: Bool

    /// The text that follows the help; nil if the tests do not have it
    let mended: String?
  }

  /// The mistakes of each code: those that are alone before others, the shortest first
  private var mistakes: [String: [Mistake]] = [:]

  /// Reads the files of mistakes of a checkout
  ///
  /// - Throws: ``SiteFailure`` for a folder that is not there.
  init(sources: URL) throws(SiteFailure) {
    for folder in ["OppSemantics/Mistakes", "OppSemantics/Problems", "OppSyntax"] {
      let url = sources.appending(path: "Tests/Goldens/\(folder)")
      do {
        for file in try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() {
          read(try String(contentsOf: url.appending(path: file), encoding: .utf8))
        }
      } catch {
        throw SiteFailure("\(url.path): \(error.localizedDescription)")
      }
    }
    for code in mistakes.keys {
      mistakes[code]?.sort {
        ($0.isAlone ? 0 : 1, $0.text.count) < ($1.isAlone ? 0 : 1, $1.text.count)
      }
    }
  }

  /// The mistakes that give a message, the best example first
  func mistakes(of code: String) -> [Mistake] { mistakes[code] ?? [] }

  private mutating func read(_ text: String) {
    for item in ("\n" + text).components(separatedBy: "\n=== ").dropFirst() {
      let halves = item.components(separatedBy: "\n---\n")
      guard halves.count == 2, let end = halves[0].firstIndex(of: "\n") else { continue }
      let codes = Set(halves[1].split(separator: "\n").compactMap { Self.code(of: $0) })
      let texts = halves[0][halves[0].index(after: end)...].components(separatedBy: "\n=>\n")
      for code in codes {
        mistakes[code, default: []].append(
          Mistake(
            title: String(halves[0][..<end]), text: texts[0], isAlone: codes.count == 1,
            mended: texts.count > 1 ? texts[1] : nil))
      }
    }
  }

  /// The code of a line such as `1:14-17 unknown-name: …`, ``missing-let at `x`: …`` or `error: … (unit-apart)`
  ///
  /// - Returns: nil for a line of help, of an excerpt or of a fix.
  private static func code(of line: Substring) -> String? {
    guard line.first?.isLetter == true || line.first?.isNumber == true else { return nil }
    if line.hasPrefix("error: ") || line.hasPrefix("warning: ") {
      guard line.hasSuffix(")"), let open = line.lastIndex(of: "(") else { return nil }
      return String(line[line.index(after: open)...].dropLast())
    }
    let words = line.split(separator: " ", maxSplits: 2)
    let isPlace = line.first?.isNumber == true
    let word = words.dropFirst(isPlace ? 1 : 0).first ?? ""
    return word.contains("-") ? String(word.drop { $0 == ":" }.prefix { $0 != ":" }) : nil
  }
}

import Foundation
import OppModel
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

@testable import OppSemantics

/// The index of the language, compared with the checker, the grammar and the prelude
@Suite(.limited) struct FunctionIndexTests {
  @Test func `the checker takes every signature, with the type that the index says`() throws {
    let index = try LanguageIndex()
    let signatures = index.signatures
    #expect(signatures.count > 300)
    let refused = LanguageIndex.refused(signatures.map(LanguageIndex.condition))
    #expect(refused.map { signatures[$0] } == [])
  }

  @Test(arguments: Function.allCases)
  func `a function takes what the index says, and nothing else`(function: Function) throws {
    let index = try LanguageIndex()
    let listed = Set(index.signatures.map { $0.components(separatedBy: " -> ")[0] })
    let name = function.rawValue
    var calls = ["\(name)(LIST)"]
    for type in LanguageIndex.types {
      calls += ["\(name)(\(type))", "\(name)([\(type)])", "\(name)(\(type), \(type))"]
      calls.append("\(name)(\(type), last Duration)")
    }
    let refused = LanguageIndex.refused(calls.map(LanguageIndex.isKnown))
    let taken = calls.indices.filter { !refused.contains($0) }.map { calls[$0] }
    #expect(taken == calls.filter(listed.contains))
    #expect(listed.contains { $0.hasPrefix("\(name)(") })
  }

  @Test func `a span is refused where a value is wanted`() {
    #expect(
      LanguageIndex.refused(["known(last 1h)", "distance(@52.1,5.1, last 1h) > 1km"]) == [0, 1])
  }

  @Test func `the index has every word and every mark of the grammar`() throws {
    let index = try LanguageIndex()
    let grammar = try Repository.text(of: "grammar/opp.ebnf")
    let parts = grammar.components(separatedBy: "/*").map { $0.components(separatedBy: "*/") }
    let productions = parts.compactMap(\.last).joined()
    let syntax = productions.components(separatedBy: "TIME_OF_DAY ::=")[0]
    for match in syntax.matches(of: /'([^']+)'/) {
      let terminal = String(match.output.1)
      let isWord = terminal.allSatisfy { $0.isLetter }
      let isThere =
        isWord
        ? index.words.contains(terminal) : index.codes.contains { $0.contains(terminal) }
      #expect(isThere, "\(terminal)")
    }
  }

  @Test func `the index has every field of the prelude's sources, and every table`() throws {
    let words = try LanguageIndex().words
    var isInSource = false
    for line in Prelude.text.split(separator: "\n") {
      if let match = line.firstMatch(of: /^(source|table|enum|let) (\w+)/) {
        isInSource = match.output.1 == "source"
        if match.output.1 == "table" || match.output.1 == "let" {
          #expect(words.contains(String(match.output.2)))
        }
      } else if isInSource, let fields = line.firstMatch(of: /^ +(\w+(?:, \w+)*): \w+$/) {
        for field in fields.output.1.split(separator: ", ") {
          #expect(words.contains(String(field)), "\(field)")
        }
      }
    }
  }
}

/// The page of the index, read
private struct LanguageIndex {
  /// What stands between backticks in the tables
  let codes: [String]

  /// The types that a letter stands for, such as `A`
  let letters: [String: [String]]

  static let types = ValueType.named.map { $0.name } + ["EUR", "Sky"]

  init() throws {
    let page = try Repository.text(of: "Sources/opp/Opp.docc/FunctionIndex.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("|") }
    codes = rows.flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.output.1) } }
    letters = Self.letters(in: rows)
  }

  /// The meanings of letters: a letter, then the names of types and of letters before it
  private static func letters(in rows: [Substring]) -> [String: [String]] {
    var letters: [String: [String]] = [:]
    for row in rows {
      guard let match = row.wholeMatch(of: /\| `([A-Z])` \| (.+) \|/) else { continue }
      let words = match.output.2.split { !$0.isLetter }.map(String.init)
      let named = words.flatMap { letters[$0] ?? (types.contains($0) ? [$0] : []) }
      let isAny = match.output.2.hasPrefix("any type")
      letters[String(match.output.1)] = isAny ? types.filter { !named.contains($0) } : named
    }
    return letters
  }

  /// The words of the codes
  var words: Set<String> {
    Set(codes.flatMap { $0.split { !$0.isLetter && $0 != "_" }.map(String.init) })
  }

  /// The forms with their types, such as `abs(Length) -> Length`, without letters
  var signatures: [String] { codes.filter { $0.contains(" -> ") }.flatMap(expanded) }

  private func expanded(_ signature: String) -> [String] {
    let found = letters.first { letter, _ in
      Self.replacingWords(in: signature) { $0 == letter ? "" : nil } != signature
    }
    guard let (letter, types) = found else { return [signature] }
    return types.flatMap { type in
      expanded(Self.replacingWords(in: signature) { $0 == letter ? type : nil })
    }
  }

  private static func replacingWords(
    in text: String, _ replacement: (String) -> String?
  ) -> String {
    var result = ""
    var word = ""
    for character in text + " " {
      if character.isLetter || character == "_" {
        word.append(character)
      } else {
        result += replacement(word) ?? word
        result.append(character)
        word = ""
      }
    }
    return String(result.dropLast())
  }

  // MARK: Programs

  /// The form with a field in the place of each type
  private static func expression(_ form: String) -> String {
    var form = form.replacingOccurrences(of: "within Length", with: "within 1km")
    for word in ["last", "next", "for"] {
      form = form.replacingOccurrences(of: "\(word) Duration", with: "\(word) 1h")
    }
    return replacingWords(in: form) { word in
      if word == "LIST" { return "rows" }
      return types.contains(word) ? "data.v\(word)" : nil
    }
  }

  /// A condition that is refused where the form is, or where its type is another one
  static func condition(_ signature: String) -> String {
    let parts = signature.components(separatedBy: " -> ")
    let expression = expression(parts[0])
    switch parts[1] {
    case "LIST": return "any((\(expression)))"
    case "ROW": return "known((\(expression)).at)"
    // The person's position is not compared for equality.
    case "Position": return "distance((\(expression)), data.vPosition) >= 0m"
    case let list where list.hasPrefix("["):
      return "first((\(expression))) == data.v\(list.dropFirst().dropLast())"
    default: return "(\(expression)) == data.v\(parts[1])"
    }
  }

  /// A condition that is refused where the call is
  static func isKnown(_ call: String) -> String {
    call == "first(LIST)" ? condition("\(call) -> ROW") : "known(\(expression(call)))"
  }

  /// The positions of the conditions in which the checker finds an error
  static func refused(_ conditions: [String]) -> [Int] {
    let fields = types.map { "v\($0): \($0)" }.joined(separator: ", ")
    let head = "source data { \(fields) } table rows by at { at: Instant, n: Number }"
    let opps = conditions.enumerated().map { "opp \"\($0.offset)\" when \($0.element)" }
    let file = SourceFile(path: "rules.opp", text: ([head] + opps).joined(separator: "\n"))
    let errors = RuleSet.analyze(files: [file]).diagnostics.filter { $0.severity == .error }
    return Set(errors.map { file.lineIndex(at: $0.range.start) - 1 }).sorted()
  }
}

extension Repository {
  fileprivate static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}

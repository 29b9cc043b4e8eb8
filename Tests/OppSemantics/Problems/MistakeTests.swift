internal import Foundation
internal import OppSemantics
internal import OppSyntax
internal import OppTesting
internal import OppTestLimits
internal import Testing

/// What beginners write, what they are told, and what they write then
///
/// A case has the text with the mistake, a line `=>` and the text that follows the help.
@Suite(.limited) struct MistakeTests {
  private static let topics = [
    "charts", "declarations", "habits", "kept", "more", "operators", "percentages", "sentences",
    "times", "units",
    "words",
  ]

  /// What the rules around each mistake declare
  private static let surroundings = """
    place home = @52.52,13.405
    source room { hot: Bool  load: Number }
    table tasks by id { id, title: Text  begins, ends: Instant  done: Bool  hue: Colour }
    """

  private static func analyze(_ text: String) -> Analysis {
    RuleSet.analyze(
      files: [
        SourceFile(path: "rules.opp", text: text),
        SourceFile(path: "around.opp", text: surroundings),
      ], connectors: .tool
    ) { name in
      switch name {
      case "Europe/Berlin": nil
      case "Berlin": UnknownZone(nearest: "Europe/Berlin", note: nil)
      default: UnknownZone(nearest: nil, note: "nobody has been there")
      }
    }
  }

  private static func parts(_ input: String) -> (wrong: String, right: String) {
    let parts = input.components(separatedBy: "\n=>\n")
    return (parts[0] + "\n", parts.dropFirst().joined() + "\n")
  }

  @Test(arguments: topics)
  func `each mistake is one message, at its place`(topic: String) throws {
    let file = try CaseFile("Tests/Goldens/OppSemantics/Mistakes/\(topic).txt")
    #expect(!file.cases.isEmpty)
    try file.check { input in
      let analysis = Self.analyze(Self.parts(input).wrong)
      return analysis.diagnostics.map { Self.describe($0, analysis) }.joined(separator: "\n")
    } differs: { item, found in
      Issue.record("\(topic): \(item.title)\n--- found\n\(found)\n--- expected\n\(item.output)")
    }
    for item in file.cases {
      let diagnostics = Self.analyze(Self.parts(item.input).wrong).diagnostics
      #expect(diagnostics.count == 1, "\(topic): \(item.title)")
      #expect(diagnostics.allSatisfy { $0.severity == .error && $0.range.file == 0 })
    }
  }

  @Test(arguments: topics)
  func `the help of each mistake can be followed, and then the checker passes`(
    topic: String
  ) throws {
    for item in try CaseFile("Tests/Goldens/OppSemantics/Mistakes/\(topic).txt").cases {
      let (wrong, right) = Self.parts(item.input)
      let left = Self.analyze(right).diagnostics
      #expect(left.isEmpty, "\(topic): \(item.title): \(left.map(\.headline))")
      for diagnostic in Self.analyze(wrong).diagnostics {
        // No suggestion is better than that of a unit of another kind.
        if item.title.hasPrefix("a unit that there is not") {
          #expect(diagnostic.helps.isEmpty)
          continue
        }
        #expect(!diagnostic.helps.isEmpty, "\(topic): \(item.title) has no help")
        #expect(Self.follows(diagnostic.helps, right), "\(topic): \(item.title)")
      }
    }
  }

  @Test(arguments: topics)
  func `a safe fix of a mistake leaves nothing to say`(topic: String) throws {
    for item in try CaseFile("Tests/Goldens/OppSemantics/Mistakes/\(topic).txt").cases {
      let wrong = Self.parts(item.input).wrong
      for case let fix? in Self.analyze(wrong).diagnostics.map(\.fix)
      where fix.applicability == .safe {
        let fixed = Self.applied(fix, to: wrong)
        #expect(Self.analyze(fixed).diagnostics.isEmpty, "\(topic): \(item.title): \(fixed)")
      }
    }
  }

  /// Whether a text has a part that help told to write; true where no help tells to write anything
  private static func follows(_ helps: [String], _ text: String) -> Bool {
    let helps = helps.filter { $0.hasPrefix("write `") || $0.hasPrefix("did you mean `") }
    if helps.isEmpty { return true }
    return helps.contains { help in
      let quoted = help.components(separatedBy: "`").enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
      return quoted.contains { appears($0, in: text) }
    }
  }

  /// Whether a text has a part, of which `…` stands for anything
  private static func appears(_ part: String, in text: String) -> Bool {
    var rest = text[...]
    for piece in part.components(separatedBy: "…") where !piece.isEmpty {
      guard let range = rest.range(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  private static func describe(_ diagnostic: Diagnostic, _ analysis: Analysis) -> String {
    let place = analysis.text(diagnostic.range).components(separatedBy: "\n")[0]
    var lines = ["\(diagnostic.code) at `\(place)`: \(diagnostic.headline)"]
    lines += diagnostic.helps.map { "  help: \($0)" }
    lines += diagnostic.notes.map { "  note: \($0)" }
    return lines.joined(separator: "\n")
  }

  private static func applied(_ fix: Fix, to text: String) -> String {
    var bytes = Array(text.utf8)
    for edit in fix.edits.reversed() {
      let range = Int(edit.range.start)..<Int(edit.range.end)
      bytes.replaceSubrange(range, with: Array(edit.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

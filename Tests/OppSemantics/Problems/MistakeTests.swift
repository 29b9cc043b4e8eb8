internal import Foundation
internal import OppModel
internal import OppSemantics
internal import OppSyntax
internal import OppTesting
internal import OppTestLimits
internal import Synchronization
internal import Testing

/// What beginners write, what they are told, and what they write then
///
/// A case has the text with the mistake, a line `=>` and the text that follows the help.
@Suite(.limited) struct MistakeTests {
  private static let topics = [
    "ahead", "automations", "beginners", "chains", "changes", "charts", "clocks", "comparatives",
    "comparisons", "declarations", "everyday", "future", "guesses", "habits", "halves", "joined",
    "kept", "languages", "months", "more", "names", "negations", "newcomers", "numbers", "offsets",
    "operators", "opposites", "pairs", "patterns", "percentages", "phrases", "queries", "quotes",
    "radii", "searches", "sentences", "spans", "spreadsheets", "states", "strangers", "texts",
    "times",
    "units", "words",
  ]

  /// What the rules around each mistake declare
  private static let surroundings = """
    place home = @52.52,13.405
    source room { hot: Bool  load: Number }
    table tasks by id { id, title: Text  begins, ends: Instant  done: Bool  hue: Colour }
    """

  /// A text that was checked, which several tests look at
  private struct Checked: Sendable {
    let diagnostics: [Diagnostic]

    /// Each message with its place, help and notes
    let messages: [String]

    /// The Opps, as far as they decide on firings
    let meaning: [String]
  }

  private static let checked = Mutex<[String: Checked]>([:])

  /// Checks a text beside the surroundings, each text once
  private static func check(_ text: String) -> Checked {
    if let known = checked.withLock({ $0[text] }) { return known }
    let analysis = analyze(text)
    let graph = analysis.graph
    let found = Checked(
      diagnostics: analysis.diagnostics,
      messages: analysis.diagnostics.map { describe($0, analysis) },
      meaning: graph.rules.map { GraphText(graph).text($0) })
    checked.withLock { $0[text] = found }
    return found
  }

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
      Self.check(Self.parts(input).wrong).messages.joined(separator: "\n")
    } differs: { item, found in
      Issue.record("\(topic): \(item.title)\n--- found\n\(found)\n--- expected\n\(item.output)")
    }
    for item in file.cases {
      let diagnostics = Self.check(Self.parts(item.input).wrong).diagnostics
      #expect(diagnostics.count == 1, "\(topic): \(item.title)")
      #expect(diagnostics.allSatisfy { $0.severity == .error && $0.range.file == 0 })
    }
  }

  /// A line has as many texts tried out in a rule set of 40 KB as in one of a line.
  @Test(arguments: ["chains", "clocks", "comparatives", "sentences"])
  func `the help of a mistake is the same in a long rule set`(topic: String) throws {
    let comment = String(repeating: "// The weather of the day is that of its hours.\n", count: 16)
    let others = (0..<25).map { "opp \"Other \($0)\" when sky == sunny\n\(comment)" }.joined()
    let cases = try CaseFile("Tests/Goldens/OppSemantics/Mistakes/\(topic).txt").cases
    for item in stride(from: 0, to: cases.count, by: 9).map({ cases[$0] }) {
      let (wrong, _) = Self.parts(item.input)
      let found = Self.analyze(others + wrong + others.replacing("Other", with: "Another"))
      #expect(
        found.diagnostics.map { $0.helps } == Self.check(wrong).diagnostics.map { $0.helps },
        "\(topic): \(item.title)")
    }
  }

  @Test(arguments: topics)
  func `the help of each mistake can be followed, and then the checker passes`(
    topic: String
  ) throws {
    for item in try CaseFile("Tests/Goldens/OppSemantics/Mistakes/\(topic).txt").cases {
      let (wrong, right) = Self.parts(item.input)
      let left = Self.check(right).diagnostics
      #expect(left.isEmpty, "\(topic): \(item.title): \(left.map(\.headline))")
      for diagnostic in Self.check(wrong).diagnostics {
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

  /// Cases whose text has a second mistake, or whose help is one of two steps
  private static let ofTwoSteps: Set<String> = [
    "a list of no row", "a misspelled clause with a mistake in it",
  ]

  @Test(arguments: topics)
  func
    `following the help of a mistake to the letter leaves nothing to mend, and means what was meant`(
      topic: String
    ) throws
  {
    for item in try CaseFile("Tests/Goldens/OppSemantics/Mistakes/\(topic).txt").cases
    where !Self.ofTwoSteps.contains(item.title) {
      let (wrong, right) = Self.parts(item.input)
      let followed = Self.check(wrong).diagnostics.flatMap { FollowedHelp.all(of: $0, in: wrong) }
      for help in followed {
        let left = help.texts.map { Self.check($0).diagnostics.map(\.headline) }
        #expect(
          left.contains { $0.isEmpty }, "\(topic): \(item.title): \(help.advice): \(left[0])")
      }
      let meant = Self.check(right).meaning
      let meanings = followed.flatMap { $0.texts.map { Self.check($0).meaning } }
      #expect(
        meanings.isEmpty || meanings.contains(meant),
        "\(topic): \(item.title): \(followed.map(\.texts)) is not what was meant")
    }
  }

  @Test(arguments: topics)
  func `the help follows the operator and the sign that are written`(topic: String) throws {
    for item in try CaseFile("Tests/Goldens/OppSemantics/Mistakes/\(topic).txt").cases
    where !Self.ofTwoSteps.contains(item.title) {
      let (wrong, right) = Self.parts(item.input)
      for signs in Self.exchangeable {
        for (wrong, right) in Self.exchanged(signs, wrong, right) {
          guard Self.check(right).diagnostics.isEmpty else { continue }
          let followed = Self.check(wrong).diagnostics
            .flatMap { FollowedHelp.all(of: $0, in: wrong) }
          let meanings = followed.flatMap { $0.texts.map { Self.check($0).meaning } }
          #expect(
            meanings.isEmpty || meanings.contains(Self.check(right).meaning),
            "\(topic): \(wrong): \(followed.map(\.advice)) is not \(right)")
        }
      }
    }
  }

  /// Signs that may stand in place of each other
  private static let exchangeable = [["<", "<=", ">", ">=", "==", "!="], ["+", "-"]]

  /// A mistake and what was meant with each other sign in both, if each of them has one sign, and it is the same
  private static func exchanged(
    _ signs: [String], _ wrong: String, _ right: String
  ) -> [(wrong: String, right: String)] {
    func places(_ text: String) -> [String] {
      text.split(separator: " ").map(String.init).filter { signs.contains($0) }
    }
    let found = places(wrong)
    guard found.count == 1, found == places(right), let sign = found.first else { return [] }
    return signs.filter { $0 != sign }.map { other in
      func with(_ text: String) -> String {
        text.replacingOccurrences(of: " \(sign) ", with: " \(other) ")
      }
      return (with(wrong), with(right))
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
}

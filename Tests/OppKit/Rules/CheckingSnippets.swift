import OppKit
import OppTestLimits
import Testing

/// The code of the article “Checking rules”, each block between `// snippet` and `// end`
@Suite(.limited) struct CheckingSnippets {
  @Test func `what is wrong is printed as the command line prints it`() throws {
    var printed = ""
    func print(_ text: String) { printed += text + "\n" }
    // snippet
    let rules = RuleSet(#"opp "Warm" when temp > 20 notify "{temp}""#, path: "warm.opp")
    for diagnostic in rules.diagnostics {
      print(diagnostic.rendered(in: rules))
    }
    // end
    #expect(printed.hasPrefix("error: `20` has no unit where a temperature is needed"))
    #expect(!rules.isRunnable)
  }

  // snippet
  struct Mark: Equatable {
    let line: Int
    let column: Int
    let isError: Bool
    let text: String
  }

  func marks(of rules: RuleSet, in path: String) -> [Mark] {
    rules.thoroughDiagnostics().filter { $0.location.path == path }.map { diagnostic in
      Mark(
        line: diagnostic.location.line, column: diagnostic.location.utf16Column,
        isError: diagnostic.severity == .error,
        text: ([diagnostic.message] + diagnostic.helps).joined(separator: "\n"))
    }
  }
  // end

  @Test func `an editor gets marks`() {
    let rules = RuleSet(#"opp "Never" when temp > 30C and temp < 20C"#)
    let marks = marks(of: rules, in: "rules.opp")
    #expect(marks.map(\.line) == [1])
    #expect(marks.map(\.column) == [33])
    #expect(marks.allSatisfy { !$0.isError && !$0.text.isEmpty })
  }

  // snippet
  func mended(_ rules: RuleSet) -> RuleSet {
    var rules = rules
    for _ in 1...100 {
      let fixes = rules.thoroughDiagnostics().flatMap(\.fixes)
      guard let fix = fixes.first(where: \.isSafe) else { break }
      rules = RuleSet(fix.applied(to: rules.files))
    }
    return rules
  }
  // end

  @Test func `safe fixes are made one after another`() {
    let rules = mended(RuleSet("opp \"A\" when free >= 30 min\nopp \"B\" when free >= 20 min\n"))
    #expect(rules.isRunnable)
    #expect(
      rules.files.map(\.text) == ["opp \"A\" when free >= 30min\nopp \"B\" when free >= 20min\n"])
  }

  @Test func `Opps are listed with what they read`() {
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }
    // snippet
    let rules = RuleSet(
      """
      opp "Walk" when sky == sunny and free >= 30min notify "{temp}"
      opp "Home" near @52.09,5.12 within 200m notify "Keys?"
      """)
    for opp in rules.opps {
      print("\(opp.name) reads \(opp.reads.joined(separator: ", "))")
    }
    let supplied: Set<String> = ["weather", "calendar"]
    let missing = rules.sources.filter { !supplied.contains($0) }
    // end
    #expect(printed == ["Walk reads weather, calendar", "Home reads location"])
    #expect(missing == ["location"])
  }

  @Test func `a fingerprint is the key of rules that mean the same`() {
    let (text, other) = ("opp \"A\" when temp>20C", "// warm\nopp \"A\" when temp > 20C\n")
    // snippet
    var compiled: [String: RuleSet] = [:]
    let first = RuleSet(text)
    compiled[first.fingerprint] = first
    let second = RuleSet(other)
    let isKnown = compiled[second.fingerprint] != nil
    let file = second.formatted()
    // end
    #expect(isKnown)
    #expect(file.map(\.text) == [other])
  }
}

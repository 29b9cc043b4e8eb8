import Foundation
import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import Testing

@testable import OppOutputs

@Suite(.limited) struct RuleOutputTests {
  private func analysis(_ text: String, path: String = "rules.opp") -> Analysis {
    RuleSet.analyze(files: [SourceFile(path: path, text: text, index: 0)])
  }

  @Test func `a check ends with what was found, in how much`() {
    func check(_ text: String) -> String {
      let analysis = analysis(text)
      let console = Console()
      CheckOutput(analysis: analysis, fileCount: 1, console: console)
        .show(analysis.diagnosticsWithProofs(zone: nil))
      console.flush()
      return String(decoding: console.transcript, as: UTF8.self)
    }
    #expect(check("opp \"Warm\" when temp > 20C\n") == "no problems in 1 Opp of 1 file\n")
    #expect(check("opp \"Warm\" when wether\n").hasSuffix("1 error in 1 Opp of 1 file\n"))
    #expect(
      check("opp \"Never\" when temp > 20C and temp < 10C\n")
        .hasSuffix("1 warning in 1 Opp of 1 file\n"))
  }

  @Test func `the path of a SARIF log is a relative URI`() {
    let analysis = analysis("opp \"Warm\" when wether\n", path: "./a b/ü:;%.opp")
    let log = SARIFOutput(files: analysis.files, category: "opp-check")
      .log(analysis.diagnostics.map { ReportedProblem($0) })
    #expect(log.contains(#""uri":"a%20b/%C3%BC%3A%3B%25.opp""#), "\(log)")
  }

  @Test(arguments: ["", "ü", "u\u{308}", "🌂", "👨\u{200D}👩\u{200D}👧", "日本"])
  func `the columns of a SARIF log are in the unit that it names`(words: String) throws {
    let analysis = analysis("opp \"Warm \(words)\" when wether\n")
    let log = SARIFOutput(files: analysis.files, category: "opp-check")
      .log(analysis.diagnostics.map { ReportedProblem($0) })
    let root = try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [String: Any]
    let run = try #require((root?["runs"] as? [[String: Any]])?.first)
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    let location = (result["locations"] as? [[String: Any]])?.first
    let place = location?["physicalLocation"] as? [String: Any]
    let region = try #require(place?["region"] as? [String: Any])
    let start = try #require(region["startColumn"] as? Int)
    let end = try #require(region["endColumn"] as? Int)
    let line = "opp \"Warm \(words)\" when wether"
    switch run["columnKind"] as? String {
    case "unicodeCodePoints":
      let scalars = Array(line.unicodeScalars)[(start - 1)..<(end - 1)]
      #expect(String(String.UnicodeScalarView(scalars)) == "wether")
    case "utf16CodeUnits":
      #expect(
        String(decoding: Array(line.utf16)[(start - 1)..<(end - 1)], as: UTF16.self) == "wether")
    default: Issue.record("\(run["columnKind"] ?? "no kind")")
    }
  }

  @Test func `a label without words is a place without a message in a SARIF log`() {
    let analysis = analysis("opp \"Warm\" when wether\n")
    var diagnostic = Diagnostic(
      code: "x", range: SourceRange(file: 0, start: 0, end: 3), headline: "y")
    diagnostic.labels = ["", "here"].map {
      Diagnostic.Label(range: SourceRange(file: 0, start: 4, end: 10), text: $0)
    }
    let log = SARIFOutput(files: analysis.files, category: "opp-check")
      .log([ReportedProblem(diagnostic)])
    #expect(log.contains(#""message":{"text":"here"}"#), "\(log)")
    #expect(!log.contains(#""text":"""#), "\(log)")
    #expect(log.components(separatedBy: "physicalLocation").count == 4, "\(log)")
  }

  @Test func `a workflow command escapes what has a meaning in it`() {
    let analysis = analysis("opp \"Warm\" when wether\n", path: "a,b:c%.opp")
    let lines = DiagnosticOutput(files: analysis.files).github(analysis.diagnostics)
    #expect(lines.first?.hasPrefix("::error file=a%2Cb%3Ac%25.opp,line=1,col=17,") == true)
  }
}

import OppModel
import OppSemantics
import OppSyntax
import OppTestLimits
import OppTesting
import Testing

/// What the rules say about a file, checked without the file
@Suite(.limited) struct FileOptionCheckTests {
  /// One line a problem: the text at its place, and its headline
  private func problems(_ arguments: String, of target: String = "weather") -> [String] {
    let rules = "connect \(target) to csv(\"a.csv\", \(arguments))"
    let bytes = Array(rules.utf8)
    return RuleSet.analyze(rules, connectors: .tool).diagnostics.map { diagnostic in
      let range = Int(diagnostic.range.start)..<Int(diagnostic.range.end)
      let help = diagnostic.helps.first.map { " → \($0)" } ?? ""
      return String(decoding: bytes[range], as: UTF8.self) + ": " + diagnostic.headline + help
    }
  }

  @Test func `options with right values are kept in their connection`() {
    let rules = """
      connect weather to csv("a.csv", columns: {"time": ["Date", "Clock"], "temp[F]": "Out °F", "wind": 3},
        only: {"id": "x"}, dates: "dmy", zone: "+01:00", day_at: 24:00, missing: ["-999"], decimal: ",",
        separator: ";", skip: 2, encoding: "latin1")
      """
    let analysis = RuleSet.analyze(rules, connectors: .tool)
    #expect(analysis.diagnostics.map(\.headline) == [])
    #expect(
      analysis.connections.first?.fileOptions.code == """
        columns: {"time": ["Date", "Clock"], "temp[F]": "Out °F", "wind": 3}, only: {"id": "x"}, \
        dates: "dmy", zone: "+01:00", day_at: 24:00, missing: ["-999"], decimal: ",", separator: ";", \
        skip: 2, encoding: "latin1"
        """)
  }

  @Test func `mistakes are at their places`() {
    #expect(
      problems(#"columns: {"tmep": "T", "rain[mm]": "R"}"#) == [
        #""tmep": `weather` has no field `tmep` → did you mean `temp`?"#,
        #""rain[mm]": `mm` is not a unit of `rain`, which is a speed"#,
      ])
    #expect(
      problems(#"decimal: ",", separator: ",""#) == [
        #"",": the mark of decimals is also the separator → name another `separator`, such as `";"`"#
      ])
    #expect(problems("skip: \"2\"") == [#""2": `skip` is a number of lines, such as `2`"#])
    #expect(
      problems(#"columns: {"temp": 2}"#) == [
        #"{"temp": 2}: the columns of `weather` need the `time`, which has no header here → add `"time": 1`, or the place that it has"#
      ])
  }

  @Test func `an option of another tool gives the line to write`() {
    #expect(
      problems("dayfirst: true") == [
        #"dayfirst: true: `csv` has no option `dayfirst` → did you mean `dates: "dmy"`?"#
      ])
    #expect(
      problems(#"rename: {"Out": "temp"}"#) == [
        #"rename: {"Out": "temp"}: `csv` has no option `rename` → did you mean `columns: {"temp": "Out"}`?"#
      ])
  }

  @Test func `braces are the value of an option alone`() {
    #expect(RuleSet.analyze(#"let x = {"a": 1}"#).hasErrors)
    #expect(
      RuleSet.analyze(#"connect weather to csv({"a": 1})"#, connectors: .tool).diagnostics.map(
        \.code)
        == ["invalid-option"])
  }
}

import OppModel
import OppTestLimits
import Testing

@testable import OppOutputs
@testable import OppWeb

/// The functions of the WebAssembly module, as they are without it
@Suite(.limited) struct WorkbenchTests {
  private func workbench(_ rules: String, data: [String: String] = [:]) -> Workbench {
    var workbench = Workbench()
    workbench.addRules(path: "rules.opp", Array(rules.utf8))
    for (name, text) in data { workbench.addData(name: name, Array(text.utf8)) }
    return workbench
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static let warm = "opp \"Warm\" when temp > 20C notify \"It is {temp}.\"\n"
  private static let weather = [
    "weather.csv": "time,temp\n2026-06-21T12:00:00Z,18\n2026-06-21T13:00:00Z,25\n"
  ]

  @Test func `a check prints on standard output, and its status counts errors`() {
    let right = workbench(Self.warm).check(isJSON: false)
    #expect(text(right.output) == "no problems in 1 Opp of 1 file\n")
    #expect(right.errors == [] && right.status == .success)
    let wrong = workbench("opp \"Warm\" when wether\n").check(isJSON: true)
    #expect(text(wrong.output).hasPrefix(#"{"type":"diagnostic","code":"unknown-name""#))
    #expect(wrong.status == .problems)
  }

  @Test func `several files are one rule set`() {
    var workbench = workbench("let limit = 20C\n")
    workbench.addRules(path: "b.opp", Array("opp \"Warm\" when temp > limit\n".utf8))
    #expect(text(workbench.check(isJSON: false).output) == "no problems in 1 Opp of 2 files\n")
  }

  @Test func `a file is printed in the canonical layout`() {
    let printed = workbench("opp   \"Warm\"   when temp>20C\n").format(0)
    #expect(text(printed.output) == "opp \"Warm\" when temp > 20C\n")
    #expect(printed.status == .success)
    #expect(workbench("").format(1).status == .usage)
  }

  @Test func `a recording is replayed from its first reading to its last`() {
    let printed = workbench(Self.warm, data: Self.weather).evaluate(isJSON: false)
    #expect(text(printed.output) == "2026-06-21 13:00:00  Warm: It is 25°C.\n")
    #expect(printed.errors == [] && printed.status == .success)
    let none = workbench(Self.warm).evaluate(isJSON: false)
    #expect(none.status == .usage && none.output == [])
  }

  @Test func `problems of data are printed on standard error`() {
    let printed = workbench(
      Self.warm, data: ["weather.csv": "time,temp\n2026-06-21T12:00:00Z,cold\n"]
    ).evaluate(isJSON: false)
    #expect(text(printed.errors).contains("┌─ data/weather.csv:2:22"))
    #expect(printed.status == .problems)
  }

  @Test func `an Opp is explained at an instant`() throws {
    let workbench = workbench(Self.warm, data: Self.weather)
    let noon = try #require(Instant(rfc3339: "2026-06-21T12:00:00Z"))
    let printed = workbench.explain("Warm", at: noon, isJSON: false)
    #expect(text(printed.output).hasPrefix("\"Warm\" is false at 2026-06-21 12:00:00"))
    #expect(printed.status == .success)
    #expect(workbench.explain("Cold", at: noon, isJSON: false).status == .usage)
    #expect(workbench.explain("Warm", at: .distantPast, isJSON: false).status == .usage)
  }

  @Test func `a zone is known once its file is there`() {
    var workbench = workbench("set zone \"Europe/Berlin\"\n")
    #expect(workbench.check(isJSON: true).status == .problems)
    let isZone = workbench.addZone(name: "Europe/Berlin", [1, 2, 3])
    #expect(!isZone)
    #expect(workbench.check(isJSON: true).status == .problems)
  }
}

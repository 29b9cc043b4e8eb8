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
    var bench = workbench(Self.warm)
    let right = bench.check(isJSON: false)
    #expect(text(right.output) == "no problems in 1 Opp of 1 file\n")
    #expect(right.errors == [] && right.status == .success)
    bench = workbench("opp \"Warm\" when wether\n")
    let wrong = bench.check(isJSON: true)
    #expect(text(wrong.output).hasPrefix(#"{"type":"diagnostic","code":"unknown-name""#))
    #expect(wrong.status == .problems)
  }

  @Test func `several files are one rule set`() {
    var workbench = workbench("let limit = 20C\n")
    workbench.addRules(path: "b.opp", Array("opp \"Warm\" when temp > limit\n".utf8))
    let printed = workbench.check(isJSON: false)
    #expect(text(printed.output) == "no problems in 1 Opp of 2 files\n")
  }

  @Test func `a file is printed in the canonical layout`() {
    let printed = workbench("opp   \"Warm\"   when temp>20C\n").format(0)
    #expect(text(printed.output) == "opp \"Warm\" when temp > 20C\n")
    #expect(printed.status == .success)
    #expect(workbench("").format(1).status == .usage)
  }

  @Test func `the options of a connected file hold in the recording`() {
    let data = ["weather.csv": "time,temp\n03/04/2026 12:00,18\n03/04/2026 13:00,25\n"]
    for path in ["data/weather.csv", "./data/../data/weather.csv"] {
      var bench = workbench(
        Self.warm + "connect weather to csv(\"\(path)\", dates: \"dmy\")\n", data: data)
      let printed = bench.evaluate(isJSON: false)
      #expect(text(printed.output) == "2026-04-03 13:00:00  Warm: It is 25°C.\n", "\(path)")
      // Other options are another recording.
      bench.clearRules()
      bench.addRules(
        path: "rules.opp",
        Array((Self.warm + "connect weather to csv(\"\(path)\", dates: \"mdy\")\n").utf8))
      let other = bench.evaluate(isJSON: false)
      #expect(text(other.output) == "2026-03-04 13:00:00  Warm: It is 25°C.\n", "\(path)")
    }
    var elsewhere = workbench(
      Self.warm + "connect weather to csv(\"weather.csv\", dates: \"dmy\")\n", data: data)
    let printed = elsewhere.evaluate(isJSON: false)
    #expect(
      text(printed.errors).contains("the day or the month may be first in `03/04/2026 12:00`"))
  }

  // MARK: Files of one's own

  private let steps = [
    "my-steps.csv": "Date,Steps\n03/04/2026,\"1,234\"\n05/06/2026,\"10,012\"\n"
  ]

  @Test func `a file that no rule reads becomes questions, then lines that read it`() throws {
    var bench = workbench("", data: steps)
    let asked = bench.importFile("my-steps.csv", as: nil, answers: [])
    #expect(asked.contains(#""name":"my_steps""#))
    #expect(asked.contains(#"{"option":"dates","value":"mdy","consequence":"#))
    #expect(!asked.contains("declaration"))
    let answers = [
      (option: "dates", value: "mdy"), (option: "decimal", value: "."),
      (option: "day_at", value: "24:00"),
    ]
    let lines = bench.importFile("my-steps.csv", as: nil, answers: answers)
    #expect(lines.contains(#""declaration":"source my_steps fresh for "#))
    #expect(lines.contains(#"connect my_steps to csv(\"data/my_steps.csv\", "#), "\(lines)")
    #expect(!lines.contains("\"error\""))
  }

  @Test func `a name, an option and lines that are wrong are said in the object of an import`() {
    var bench = workbench("connect weather to csv(\"data/weather.csv\")\n", data: Self.weather)
    let name = bench.importFile("weather.csv", as: "and", answers: [])
    #expect(name.contains(#""error":"`and` is no name of a source","help":"write `--as "#))
    let option = bench.importFile(
      "weather.csv", as: nil, answers: [(option: "dates", value: "mydate")])
    #expect(option.contains(#""error":"--dates: "#))
    let twice = bench.importFile("weather.csv", as: nil, answers: [])
    #expect(twice.contains("the connection of `weather` is declared twice"))
    let missing = bench.importFile("none.csv", as: nil, answers: [])
    #expect(missing == "null")
  }

  @Test func `a recording is replayed from its first reading to its last`() {
    var bench = workbench(Self.warm, data: Self.weather)
    let printed = bench.evaluate(isJSON: false)
    #expect(text(printed.output) == "2026-06-21 13:00:00  Warm: It is 25°C.\n")
    #expect(printed.errors == [] && printed.status == .success)
    bench = workbench(Self.warm)
    let none = bench.evaluate(isJSON: false)
    #expect(none.status == .usage && none.output == [])
  }

  @Test func `problems of data are printed on standard error`() {
    var bench = workbench(
      Self.warm, data: ["weather.csv": "time,temp\n2026-06-21T12:00:00Z,cold\n"])
    let printed = bench.evaluate(isJSON: false)
    #expect(text(printed.errors).contains("┌─ data/weather.csv:2:22"))
    #expect(printed.status == .problems)
  }

  @Test func `an Opp is explained at an instant`() throws {
    var workbench = workbench(Self.warm, data: Self.weather)
    let noon = try #require(Instant(rfc3339: "2026-06-21T12:00:00Z"))
    let printed = workbench.explain("Warm", at: noon, isJSON: false)
    #expect(text(printed.output).hasPrefix("\"Warm\" is false at 12:00 on 21 June 2026."))
    #expect(printed.status == .success)
    let unknown = workbench.explain("Cold", at: noon, isJSON: false)
    let early = workbench.explain("Warm", at: .distantPast, isJSON: false)
    #expect(unknown.status == .usage && early.status == .usage)
  }

  @Test func `a zone is known once its file is there`() {
    var workbench = workbench("set zone \"Europe/Berlin\"\n")
    let before = workbench.check(isJSON: true)
    #expect(before.status == .problems)
    let isZone = workbench.addZone(name: "Europe/Berlin", [1, 2, 3])
    #expect(!isZone)
    let after = workbench.check(isJSON: true)
    #expect(after.status == .problems)
  }

  @Test func `the linter has the date that it is given`() {
    var workbench = workbench("opp \"Fair\" when today == 2026-06-21\n")
    let early = workbench.lint(isJSON: false)
    #expect(text(early.output) == "no problems in 1 Opp of 1 file\n")
    workbench.today = CivilDate(days: 30_000)
    let late = workbench.lint(isJSON: true)
    #expect(text(late.output).contains(#""code":"past-date""#))
    #expect(late.status == .success)
  }

  @Test func `tests are run, and the status counts failures`() {
    let test = "test \"a\"\n  given temp = 21C\n  at 2026-06-21T12:00 expect \"Warm\" "
    var bench = workbench(Self.warm + test + "fires\n")
    let right = bench.test(isJSON: false)
    #expect(text(right.output) == "ok      \"a\"\n1 test passed\n" && right.status == .success)
    bench = workbench(Self.warm + test + "quiet\n")
    let wrong = bench.test(isJSON: true)
    #expect(text(wrong.output).hasPrefix(#"{"type":"test","name":"a","file":"rules.opp""#))
    #expect(wrong.status == .problems)
  }

  @Test func `rules and data are forgotten apart`() {
    var workbench = workbench(Self.warm, data: Self.weather)
    let first = workbench.evaluate(isJSON: false)
    workbench.clearRules()
    workbench.addRules(path: "rules.opp", Array("opp \"Warm\" when temp > 30C\n".utf8))
    let second = workbench.evaluate(isJSON: false)
    #expect(first.output != [] && second.output == [] && second.status == .success)
    workbench.clearData()
    let third = workbench.evaluate(isJSON: false)
    #expect(third.status == .usage)
  }

  @Test func `data is read again where rules read it otherwise`() {
    var workbench = workbench(Self.warm, data: ["chores.csv": "id,day\na,mon\n"])
    workbench.addData(name: "weather.csv", Array(Self.weather["weather.csv", default: ""].utf8))
    let before = workbench.evaluate(isJSON: false)
    #expect(text(before.errors).contains("chores"))
    workbench.clearRules()
    let table = "table chores by id { id: Text  day: Text }\n"
    workbench.addRules(path: "rules.opp", Array((table + Self.warm).utf8))
    let after = workbench.evaluate(isJSON: false)
    #expect(after.errors == [] && after.output == before.output)
  }
}

import Foundation
import OppModel
import OppOutputs
import OppTestLimits
import OppTesting
import Testing

@testable import opp

/// `opp import`: what is found, asked, printed and written
@Suite(.limited) struct ImportCommandTests {
  private let porch = """
    entity_id,state,last_changed
    sensor.porch,7.25,2026-02-09T06:05:00.000Z
    light.porch,on,2026-02-09T06:06:00.000Z
    sensor.porch,unavailable,2026-02-09T06:10:00.000Z
    sensor.porch,7.5,2026-02-09T06:15:00.000Z

    """

  @Test func `the findings, the columns and the line of a file are printed`() throws {
    let folder = try TemporaryFolder([
      "rules.opp": "set zone \"Europe/Berlin\"\n",
      "excel-de.csv":
        "sep=;\r\n\"time\";\"temp (°C)\";\"pressure\"\r\n09.02.2026 07:05;−3,5;1021,4\r\n09.02.2026 07:20;-3,1;1021,0\r\n",
    ])
    let (text, status) = folder.run(["import", "excel-de.csv", "--as", "weather"])
    #expect(status == .success)
    #expect(
      text == """
        excel-de.csv: 2 rows, 2026-02-09 07:05 to 07:20, every 15 min, no gaps
          text      UTF-8, CRLF, columns separated by `;`: `sep=;` in line 1
          decimals  comma: `−3,5` in line 3
          times     day.month.year, local, Europe/Berlin by the rules
          columns   time        the instant
                    temp (°C)   temp, in °C              -3.5C to -3.1C
                    pressure    pressure, in hPa: the file names no unit    1021hPa to 1021.4hPa
        connect weather to csv("excel-de.csv", dates: "dmy", decimal: ",")
        next: add `--into DIR` to write this, and `--recording` to replay it with `opp eval`

        """)
  }

  @Test func `a question is printed with its answers, and the status is 1`() throws {
    let folder = try TemporaryFolder(["home-assistant.csv": porch])
    let (text, status) = folder.run(["import", "home-assistant.csv", "--as", "porch"])
    #expect(status == .problems)
    #expect(
      text == """
        home-assistant.csv: 4 rows, 2026-02-09 06:05Z to 06:15Z
          text      UTF-8, LF, columns separated by `,`
          times     `last_changed`, the only column of times, UTC
          columns   entity_id      2 texts: sensor.porch (3 rows), light.porch (1)
                    state          Numbers and other texts: 7.25, on, unavailable
                    last_changed   the instant
        error: `state` holds several things; say which rows are meant
          --only entity_id=sensor.porch    3 rows, Numbers from 7.25 to 7.5, 1 missing
          --only entity_id=light.porch     1 row, Bool

        """)
  }

  @Test func `what is written has no problems, and its rule fires`() throws {
    let folder = try TemporaryFolder(["in/home-assistant.csv": porch])
    let words = [
      "import", "in/home-assistant.csv", "--as", "porch", "--only", "entity_id=sensor.porch",
      "--into", "rules", "--recording",
    ]
    let (text, status) = folder.run(words)
    #expect(status == .success, "\(text)")
    let file = folder.url.appending(path: "rules/porch.opp")
    let rules = try String(contentsOf: file, encoding: .utf8)
    #expect(rules.contains("source porch fresh for 15min { state: Number }\n"))
    try folder.write("rules/porch.opp", rules.replacing("// opp ", with: "opp "))
    let (checked, checkStatus) = folder.run(["check", "rules"])
    #expect(checkStatus == .success, "\(checked)")
    let (fired, _) = folder.run(["eval", "rules"])
    #expect(fired == "2026-02-09 06:15:00  porch: state is 7.5.\n")
  }

  @Test func `a file that is there is never written over`() throws {
    let folder = try TemporaryFolder([
      "a.csv": "time,x\n2026-06-21 08:00,1\n", "d/a.opp": "// mine\n",
    ])
    let (text, status) = folder.run(["import", "a.csv", "--into", "d", "--recording"])
    #expect(status == .usage)
    #expect(text.contains("error: `d/a.opp` is there already"))
    #expect(folder.run(["check", "d"]).status == .success)
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "d/data").path))
  }

  @Test func `a source that is connected already is refused with the reason`() throws {
    let folder = try TemporaryFolder([
      "a.csv": "time,temp\n2026-06-21 08:00,1\n", "r.opp": "connect weather to openmeteo()\n",
    ])
    let (text, status) = folder.run(["import", "a.csv", "--as", "weather", "--into", "."])
    #expect(status == .problems)
    #expect(text.contains("the connection of `weather` is declared twice"))
  }

  @Test func `questions at a terminal are answered by a number`() throws {
    let folder = try TemporaryFolder([
      "steps.csv": "time,steps\n03/04/2026 21:00,\"1,234\"\n05/06/2026 21:00,\"10,012\"\n"
    ])
    let console = Console()
    let context = CommandContext(workingDirectory: folder.url.path, variables: ["TZ": "UTC"])
    var lines = ["9", "2", "1"][...]
    let invocation = try Invocation.parse(["steps.csv"], for: .importFile)
    let status = try FileImport(console: console, context: context) { lines.popFirst() }
      .run(invocation, asks: true)
    console.flush()
    let text = String(decoding: console.transcript, as: UTF8.self)
    #expect(status == .success)
    #expect(text.contains(#"connect steps to csv("steps.csv", dates: "dmy", decimal: ".")"#))
  }

  @Test func `JSON has the questions, and the lines once they are answered`() throws {
    let folder = try TemporaryFolder(["home-assistant.csv": porch])
    let words = ["import", "home-assistant.csv", "--format", "json"]
    let (asked, askedStatus) = folder.run(words)
    #expect(askedStatus == .problems)
    #expect(
      asked.contains(#"{"option":"only","value":"entity_id=sensor.porch","consequence":"3 rows"#))
    let (text, status) = folder.run(words + ["--only", "entity_id=sensor.porch"])
    #expect(status == .success)
    #expect(
      text.contains(#""declaration":"source home_assistant fresh for 15min { state: Number }""#))
  }

  @Test func `a name that the rules use otherwise is changed, or refused`() throws {
    let folder = try TemporaryFolder(["temp.csv": "time,x\n2026-06-21 08:00,1\n"])
    #expect(folder.run(["import", "temp.csv"]).text.contains("source temp_data {"))
    let (text, status) = folder.run(["import", "temp.csv", "--as", "my file"])
    #expect(status == .usage)
    #expect(text.contains("write `--as my_file`"))
  }

  @Test(arguments: LawSeeds.seeds(20, long: 1000))
  func `what is proposed of a random file passes the check`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let headers = [
      "time", "Temp (°C)", "true", "and", "a b", "état", "温度", "lat", "lon", "x", "x", "\"q\"", "5",
      "Wind [km/h]", "{y}", "tab\\", "date", "opp", "Heart rate (bpm)", "on", "CO₂ [ppm]", "",
    ]
    let cells = [
      "1", "2.5", "-3", "on", "off", "text", "", "null", "2026-06-21", "9:30", "12 €", "70%",
      "a\"b",
    ]
    let width = random.number(in: 1...6)
    let columns = (0..<width).map { _ in random.pick(headers) }
    var lines = [
      (["Stamp"] + columns).map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
    ]
    for row in 0..<random.number(in: 1...8) {
      let values = (0..<width).map { _ in "\"\(random.pick(cells).replacing("\"", with: "\"\""))\""
      }
      lines.append("2026-06-21T0\(row):00Z," + values.joined(separator: ","))
    }
    let folder = try TemporaryFolder(["export.csv": lines.joined(separator: "\n") + "\n"])
    let (text, status) = folder.run(["import", "export.csv", "--into", "rules", "--recording"])
    guard status == .success else {
      #expect(status == .problems && text.contains("error: "), "\(text)")
      return
    }
    let (checked, checkStatus) = folder.run(["check", "rules"])
    #expect(checkStatus == .success, "\(lines)\n\(text)\n\(checked)")
  }
}

import Foundation
import OppLanguageServer
import OppOutputs
import OppTestLimits
import Testing

@testable import opp

/// What only a recording, the clock or the connections say, in an editor
@Suite(.limited) struct EditorReplayTests {
  private static let rules = """
    set zone "UTC"
    place home = @48.2,16.37 within 100m
    connect weather to openmeteo()
    opp "Warm" when temp > 20C and time in 12:00..18:00 notify "It is {temp}."
    opp "Dusk" on sunset
    opp "Free" when free >= 30min
    opp "Later" when time >= 23:00

    """

  private static let weather = """
    time,temp
    2026-06-19T11:00:00Z,25
    2026-06-19T20:00:00Z,15
    2026-06-20T10:00:00Z,19
    2026-06-21T09:00:00Z,19
    2026-06-21T10:00:00Z,19

    """

  private func folder(
    _ rules: String = Self.rules, recorded: Bool = true
  ) throws -> TemporaryFolder {
    var files = ["rules.opp": rules, ".opp-root": ""]
    if recorded { files["data/weather.csv"] = Self.weather }
    return try TemporaryFolder(files)
  }

  /// The line beside each Opp
  private func lenses(_ client: EditorClient, _ uri: String) -> [String] {
    client.requestList("textDocument/codeLens", ["textDocument": ["uri": uri]]).map { lens in
      let resolved = client.request("codeLens/resolve", lens) as? [String: Any]
      return (resolved?["command"] as? [String: Any])?["title"] as? String ?? "none"
    }
  }

  private func hover(_ client: EditorClient, _ uri: String, _ line: Int, _ column: Int) -> String {
    let hover = client.request(
      "textDocument/hover",
      ["textDocument": ["uri": uri], "position": ["line": line, "character": column]])
    let contents = (hover as? [String: Any])?["contents"] as? [String: Any]
    return contents?["value"] as? String ?? "none"
  }

  private func actions(
    _ client: EditorClient, _ uri: String, _ line: Int, _ column: Int
  ) -> [[String: Any]] {
    let place = ["line": line, "character": column]
    return client.requestList(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": uri], "range": ["start": place, "end": place],
        "context": ["diagnostics": [Any]()],
      ])
  }

  @Test func `a lens says how often an Opp fired, and when it can fire next`() throws {
    let folder = try folder()
    let client = EditorClient(folder.url)
    #expect(
      lenses(client, folder.uri("rules.opp")) == [
        "fired once in 2 days · next possible today 12:00 · as of 2026-06-21 10:00:01",
        "never fired in 2 days · as of 2026-06-21 10:00:01",
        "never fired in 2 days · next possible with the next reading · as of 2026-06-21 10:00:01",
        "fired 2 times in 2 days · next possible today 23:00 · as of 2026-06-21 10:00:01",
      ])
  }

  @Test func `a lens names the date where the recording ended before today`() throws {
    let folder = try folder()
    let client = EditorClient(folder.url, present: "2026-09-01T12:00:00Z")
    let found = lenses(client, folder.uri("rules.opp"))
    #expect(found.first?.contains("next possible 2026-06-21 12:00 · ") == true, "\(found)")
    #expect(!found.contains { $0.contains("today") || $0.contains("tomorrow") })
  }

  @Test func `a hover shows a value in the unit of its data`() throws {
    let folder = try TemporaryFolder([
      "rules.opp": """
      set zone "UTC"
      source dryer { power: Power, run: Length }
      opp "Rain" when rain > 2mm/h and dryer.power > 1kW and dryer.run > 3in

      """, ".opp-root": "",
      "data/weather.csv": "time,rain[mm/h]\n2026-06-21T09:00:00Z,2.4\n",
      "data/dryer.csv": "time,power,run\n2026-06-21T09:00:00Z,2.3kW,6in\n",
    ])
    let client = EditorClient(folder.url)
    let uri = folder.uri("rules.opp")
    #expect(hover(client, uri, 2, 18).contains("rain is 2.4 mm/h"))
    #expect(hover(client, uri, 2, 42).contains("dryer.power is 2.3 kW"))
    #expect(hover(client, uri, 2, 62).contains("dryer.run is 6 in"))
  }

  @Test func `an empty line offers the declarations of files that the rules do not have`() throws {
    let folder = try TemporaryFolder([
      "rules.opp": "set zone \"UTC\"\nsource plug { power: Power }\n\n", ".opp-root": "",
      "data/meter.csv": "Date;kWh\n21.06.2026 08:00;1,5\n21.06.2026 08:15;1,7\n",
      "data/plug.csv": "time;power (W)\n21.06.2026 08:00;1,5\n",
      "data/open.csv": "time,x\n03/04/2026 08:00,1\n",
    ])
    let client = EditorClient(folder.url)
    let uri = folder.uri("rules.opp")
    func edits(_ line: Int, _ column: Int) -> [String] {
      actions(client, uri, line, column).compactMap { action in
        let edit = action["edit"] as? [String: Any]
        let changes =
          (edit?["changes"] as? [String: [[String: Any]]])?.values.first
          ?? ((edit?["documentChanges"] as? [[String: Any]])?.first?["edits"] as? [[String: Any]])
        return changes?.first?["newText"] as? String
      }
    }
    #expect(
      edits(2, 0) == [
        """
        source meter fresh for 45min { kwh: Number }
        connect meter to csv("data/meter.csv", columns: {"time": "Date"}, dates: "dmy", decimal: ",")
        """
      ])
    #expect(
      edits(1, 8) == ["\nconnect plug to csv(\"data/plug.csv\", dates: \"dmy\", decimal: \",\")\n"])
    #expect(edits(0, 2) == [])
  }

  @Test func `without a recording a lens says so, and goes by the clock`() throws {
    let folder = try folder(recorded: false)
    let client = EditorClient(folder.url)
    let none = "no recording in `data` · "
    let now = "as of 2026-06-21 12:00:00"
    #expect(
      lenses(client, folder.uri("rules.opp")) == [
        "\(none)next possible with the next reading · \(now)", "\(none)\(now)",
        "\(none)next possible with the next reading · \(now)",
        "\(none)next possible today 23:00 · \(now)",
      ])
  }

  @Test func `the lens of an unsaved Opp says what the change does`() throws {
    let folder = try folder()
    let client = EditorClient(folder.url)
    let uri = folder.uri("rules.opp")
    client.open(uri, Self.rules)
    #expect(lenses(client, uri).first?.hasPrefix("fired once") == true)
    client.replace(uri, Self.rules.replacing("20C", with: "30C"), version: 2)
    #expect(
      lenses(client, uri).first
        == "1 → 0 firings · gone: 2026-06-19 12:00:00 · as of 2026-06-21 10:00:01")
  }

  @Test func `pointing at a part of a condition says its truth and its value`() throws {
    let folder = try folder()
    let client = EditorClient(folder.url)
    let uri = folder.uri("rules.opp")
    let end = "as of 10:00:01 on 21 June 2026"
    #expect(hover(client, uri, 3, 16).hasSuffix("\ntemp is 19°C, read 10:00\n\(end)\n```"))
    let part = hover(client, uri, 3, 21)
    #expect(part.contains("\n✗ temp > 20C  temp is 19°C, read 10:00; since "), "\(part)")
    #expect(part.hasSuffix("\n\(end)\n```"))
    #expect(hover(client, uri, 3, 35).hasSuffix("\ntime is 10:00:01\n\(end)\n```"))
    #expect(hover(client, uri, 5, 16).contains("free is unknown: calendar.free: no reading yet"))
    let whole = hover(client, uri, 3, 6)
    #expect(whole.contains("\n\"Warm\" is false at 10:00:01 on 21 June 2026"), "\(whole)")
  }

  @Test func `pointing at a connection says what it costs a day`() throws {
    let folder = try folder()
    let client = EditorClient(folder.url)
    let text = hover(client, folder.uri("rules.opp"), 2, 9)
    #expect(
      text.hasSuffix("Fetched at most 25 times a day for 1 Opp; the quota is 10000 a day."),
      "\(text)")
  }

  @Test func `a day is a text with a line a part`() throws {
    let folder = try folder()
    let client = EditorClient(folder.url)
    let text = client.request(
      "workspace/executeCommand",
      ["command": "opp.day", "arguments": [folder.uri("rules.opp"), "Warm", "2026-06-19"]])
    #expect(
      text as? String == """
        Fri 19 June 2026
                                0      3      6      9      12     15     18     21
        Warm                                             ░░░▒?????????????░░░░░░░░░░░░░░
                                                            ▲ 12:00
          temp > 20C                                     ███▒??????????????????░░???????
          time in 12:00..18:00                           ░░░██████████████░░░░░░░░░░░░░░
        █ true  ▒ true for a part  ░ false  ? unknown  ▲ fires

        the recording goes from 2026-06-19 11:00:00 to 2026-06-21 10:00:01

        """)
  }

  @Test func `what was unknown can be connected, or guarded`() throws {
    let folder = try folder(
      "set zone \"UTC\"\nopp \"A\" when temp > 20C or free >= 30min\n", recorded: false)
    let client = EditorClient(folder.url)
    let found = actions(client, folder.uri("rules.opp"), 1, 16)
    let titles = found.compactMap { $0["title"] as? String }
    #expect(titles.contains("Write `connect weather to openmeteo()`"))
    #expect(titles.contains("Write `known(temp) and …`: false where it is unknown"))
    #expect("\(found)".contains("(known(temp) and temp > 20C)"))
    let other = actions(client, folder.uri("rules.opp"), 1, 32)
    #expect(other.compactMap { $0["title"] as? String }.contains { $0.contains("known(free)") })
  }

  @Test func `a finding with an example has its day, and adds it as a test`() throws {
    let text = """
      set zone "UTC"
      opp "Night" on 18:00 when time in 9:00..18:00

      """
    let folder = try folder(text, recorded: false)
    let client = EditorClient(
      folder.url,
      textDocument: [
        "diagnostic": ["relatedInformation": true],
        "publishDiagnostics": ["relatedInformation": true],
      ])
    let uri = folder.uri("rules.opp")
    let report = client.request("textDocument/diagnostic", ["textDocument": ["uri": uri]])
    #expect("\(report ?? "")".contains("for example on Wed 3 June 2026 at 12:00"))
    let action = actions(client, uri, 1, 16).first {
      $0["title"] as? String == "Add this day as a test"
    }
    let changes = (action?["edit"] as? [String: Any])?["changes"] as? [String: Any]
    let edit = (changes?[uri] as? [[String: Any]])?.first
    let test = try #require(edit?["newText"] as? String)
    try folder.write("rules.opp", text + test)
    #expect(folder.run(["test", "rules.opp"]).status == .success, "\(test)")
    #expect(folder.run(["fmt", "--check", "rules.opp"]).status == .success, "\(test)")
  }

  @Test func `behind sunset stands the time of this day at home`() throws {
    let folder = try folder(
      "set zone \"UTC\"\nplace home = @48.2,16.37\nopp \"Dusk\" when time > sunset\n",
      recorded: false)
    let client = EditorClient(folder.url)
    let hints = client.requestList(
      "textDocument/inlayHint",
      [
        "textDocument": ["uri": folder.uri("rules.opp")],
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 3, "character": 0]],
      ])
    #expect(hints.compactMap { $0["label"] as? String } == [" 18:58 at home"])
  }
}

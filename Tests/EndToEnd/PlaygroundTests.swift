import Foundation
import OppModel
import OppOutputs
import OppTestLimits
import Testing

@testable import opp

/// Lines of the playground, and the keys that write them
@Suite(.limited) struct PlaygroundTests {
  /// A playground at noon without any rules, and its console
  private struct Session {
    var playground: Playground
    let console = Console()

    /// The folder that it runs in where none is given
    private let empty: TemporaryFolder

    init(in folder: String? = nil, _ operands: [String] = []) throws {
      empty = try TemporaryFolder()
      let folder = folder ?? empty.url.path
      let invocation = try Invocation.parse(
        ["--at", "2026-06-21T12:00Z"] + operands, for: .playground)
      let context = CommandContext(
        workingDirectory: folder, variables: ["TZ": "UTC", "HOME": folder],
        present: Instant(rfc3339: "2026-06-21T12:00:00Z"))
      playground = try Playground(invocation, in: context, console)
    }

    mutating func run(_ lines: String...) -> Playground.Outcome? {
      var outcome: Playground.Outcome?
      for line in lines { outcome = playground.run(line) }
      return outcome
    }

    var said: String {
      console.flush()
      return String(decoding: console.transcript, as: UTF8.self)
    }
  }

  @Test func `an expression prints its value, and a declaration joins the rules`() throws {
    var session = try Session()
    #expect(session.run("let noon = time in 12:00..13:00", "noon", "today") == .ready)
    #expect(session.said == "noon is true\ntoday is 2026-06-21\n")
  }

  @Test func `a declaration takes the place of one of its name`() throws {
    var session = try Session()
    _ = session.run("let x = 1", "let x = 2", "x + 1")
    #expect(session.said == "x + 1 is 3\n" && session.playground.status == .success)
  }

  @Test func `a mistake changes nothing`() throws {
    var session = try Session()
    _ = session.run("let x = 1", "let x = nothing", "x")
    #expect(session.said.contains("unknown-name") && session.said.hasSuffix("x is 1\n"))
    #expect(session.playground.status == .problems)
  }

  @Test func `:plan shows what the day of the instant fetches, or what is fetched now`() throws {
    let folder = try TemporaryFolder([
      "rules/rules.opp": "set zone \"UTC\"\nopp \"Warm\" when temp > 20C\n",
      "rules/data/weather.csv": "time,temp\n2026-06-21T08:00:00Z,18\n2026-06-21T13:00:00Z,25\n",
      "plain.opp":
        "set zone \"UTC\"\nconnect weather to openmeteo()\n"
        + "place home = @48.2,16.37\nopp \"Warm\" when temp > 20C\n",
    ])
    var recorded = try Session(in: folder.url.path, ["rules"])
    _ = recorded.run(":plan")
    #expect(recorded.said.contains("weather") && recorded.playground.status == .success)
    var plain = try Session(in: folder.url.path, ["plain.opp"])
    _ = plain.run(":plan")
    #expect(plain.said.hasPrefix("at 2026-06-21 12:00:00\n"), "\(plain.said)")
    #expect(plain.playground.status == .success)
    var wrong = try Session()
    _ = wrong.run("opp \"Never\" when time in 12:00..13:00", ":plan")
    #expect(wrong.said.contains("nothing has to be"), "\(wrong.said)")
  }

  @Test func `an open bracket goes on in the next line`() throws {
    var session = try Session()
    #expect(session.run("enum Mode {") == .continued)
    #expect(session.playground.isContinued)
    #expect(session.run("walk }") == .ready)
    _ = session.run("Mode.walk == Mode.walk")
    #expect(session.said.hasSuffix("is true\n"))
  }

  @Test func `the end comes when it is called`() throws {
    var session = try Session()
    #expect(session.run("") == .ready)
    #expect(session.run(":quit") == .ended)
  }

  @Test(arguments: [
    ("sk", 0, "sky"), ("sky == su", 7, "sunny"), ("weather.te", 8, "temp"), (":wh", 0, ":why"),
    ("pla", 0, "place"),
    ("opp \"A\" when sky == clea", 20, "clear"),
  ])
  func `a line is completed`(line: String, start: Int, text: String) throws {
    let found = try Session().playground.completions(of: line)
    #expect(found.start == start && found.texts.contains(text), "\(found)")
  }

  // MARK: Keys

  private func typed(_ bytes: String) -> LineBuffer {
    var buffer = LineBuffer()
    var rest = Array(bytes.utf8)[...]
    let keys = TerminalKeys { rest.popFirst() }
    while let key = keys.next() {
      if key == .enter { _ = buffer.enter() } else { buffer.press(key) }
    }
    return buffer
  }

  @Test(arguments: [
    ("abc", "abc", 3), ("abc\u{1B}[D\u{1B}[DX", "aXbc", 2), ("abc\u{7F}", "ab", 2),
    ("abc\u{01}X\u{05}Y", "XabcY", 5), ("abc\u{1B}[H\u{1B}[3~", "bc", 0), ("abc\u{15}", "", 0),
    ("ab\u{02}\u{0B}", "a", 1), ("é🥪\u{7F}", "é", 1), ("one\rtwo\r\u{1B}[A\u{1B}[A", "one", 3),
    ("one\rtw\u{1B}[A\u{1B}[B", "tw", 2), ("\u{1B}[99~x", "x", 1), ("a\u{1B}", "a", 1),
    ("\u{1B}[B\u{1B}[C\u{7F}\u{1B}[3~", "", 0),
  ])
  func `keys edit the line`(bytes: String, text: String, cursor: Int) {
    let buffer = typed(bytes)
    #expect(buffer.text == text && buffer.cursor == cursor)
  }

  @Test func `a completion replaces what is typed of it`() {
    var buffer = typed("sky == su and")
    for _ in 0..<4 { buffer.press(.left) }
    buffer.replace(from: 7, with: "sunny")
    #expect(buffer.text == "sky == sunny and" && buffer.head == "sky == sunny")
    #expect(LineBuffer.commonPrefix(of: ["temp", "temperature", "ten"]) == "te")
  }

  @Test func `a line that comes twice in a row is kept once`() {
    #expect(typed("a\ra\rb\r").history == ["a", "b"])
  }
}

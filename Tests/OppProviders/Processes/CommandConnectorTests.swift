import Foundation
import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct CommandConnectorTests {
  /// The connector of `command` for a thermostat, with a file of a script in its folder
  ///
  /// - Parameters:
  ///   - leaves: the file with the number of a process that still runs at the end.
  ///   - isExact: whether nothing may follow what is expected.
  private func check(
    _ script: String, _ expected: String, options: String = "", arguments: String = "",
    leaves: String? = nil, isExact: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let folder = try RecordingFolder(["script.sh": script])
    defer { withExtendedLifetime(folder) {} }
    let rules = try ConnectedRules(
      """
      source thermostat { inside: Temperature, heating: Bool }
      connect thermostat to command("/bin/sh script.sh \(arguments)"\(options))
      """, secrets: ["PATH_TO_SECRET": "hunter2"], folder: folder.path)
    let found = try await rules.answer()
    #expect(
      isExact ? found == expected : found.hasPrefix(expected), "\(found)",
      sourceLocation: sourceLocation)
    guard let leaves else { return }
    let text = try String(contentsOfFile: folder.path + "/" + leaves, encoding: .utf8)
    let background = try #require(
      pid_t(text.trimmingCharacters(in: .newlines)), sourceLocation: sourceLocation)
    #expect(Self.isRunning(background), sourceLocation: sourceLocation)
    kill(background, SIGKILL)
  }

  @Test func `a program prints an object, an array or lines of JSON`() async throws {
    let reading = "2026-06-21T12:00:00Z inside=20°C heating=?"
    try await check(#"echo '{"inside": 20}'"#, reading)
    try await check(#"printf '[\n {"inside": 20}\n]'"#, reading)
    try await check(
      """
      echo '{"time": "2026-06-21T10:00Z", "inside": 19}'
      echo '{"time": "2026-06-21T11:00Z", "inside": 20}'
      """, "2026-06-21T11:00:00Z inside=20°C heating=?")
  }

  @Test func `a program that fails says why on its last line`() async throws {
    try await check("exit 3", "broken: sh ended with status 3")
    try await check(
      "echo '{}'; echo first >&2; printf 'no\\tsuch room\\n\\n' >&2; exit 1",
      "broken: sh ended with status 1: nosuch room")
    try await check(
      "printf '%0300d' 0 >&2; exit 1",
      "broken: sh ended with status 1: " + String(repeating: "0", count: 200) + "…")
    try await check("kill -9 $$", "broken: sh was ended by signal 9")
  }

  @Test func `what is not JSON is a failure`() async throws {
    try await check("", "unreadable: sh printed nothing")
    try await check("echo hello", "unreadable: sh printed no JSON")
    try await check(#"echo '{"error": "x"}'"#, "unreadable: sh printed an error")
    try await check("cat /dev/zero", "unreadable: sh printed more than 8 MiB")
  }

  @Test func `a program that takes too long is ended, with all that it has started`() async throws {
    try await check(
      "sleep 100 & sleep 100", "unreachable: sh did not end within 0.2 s",
      options: ", timeout: 0.2s")
    // One that closes its output and goes on.
    try await check(
      "exec >&- 2>&-; sleep 100", "unreachable: sh did not end within 0.2 s",
      options: ", timeout: 0.2s")
  }

  @Test func `what a program prints counts when it ends, whatever it leaves in the background`()
    async throws
  {
    // The background holds the pipes for longer than any test takes.
    try await check(
      #"sleep 3600 & echo $! > background; echo '{"inside": 20}'"#,
      "2026-06-21T12:00:00Z inside=20°C heating=?", leaves: "background")
    try await check(
      "(echo working >&2; sleep 3600) & echo $! > background; exit 3",
      "broken: sh ended with status 3", leaves: "background", isExact: false)
  }

  @Test func `what is left in the background may go on printing`() async throws {
    let folder = try RecordingFolder([
      // It prints once the program has ended, and would not come to its last line without a reader.
      "script.sh": """
      (while kill -0 $$ 2> /dev/null; do :; done; echo on; echo on; echo > printed) &
      echo '{"inside": 20}'
      """
    ])
    let run = ProcessSpecification(
      words: ["/bin/sh", "script.sh"], environment: ["PATH": "/usr/bin:/bin"],
      folder: folder.path, timeLimit: .seconds(60), sizeLimit: 100)
    #expect(await run.end() == .exited(0, output: Array("{\"inside\": 20}\n".utf8), error: []))
    #expect(
      ToolProcess.waits { FileManager.default.fileExists(atPath: folder.path + "/printed") })
  }

  #if os(Linux)
    @Test func `a child that has left the process group is ended with the program`() async throws {
      let folder = try RecordingFolder([
        "script.sh":
          "setsid sh -c 'echo $$ > started.new; mv started.new started; sleep 3600' & wait"
      ])
      let run = ProcessSpecification(
        words: ["/bin/sh", "script.sh"], environment: ["PATH": "/usr/bin:/bin"],
        folder: folder.path, timeLimit: .seconds(600), sizeLimit: 100)
      let task = Task { await run.end() }
      let file = folder.path + "/started"
      #expect(await ToolProcess.isReached { FileManager.default.fileExists(atPath: file) })
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let child = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
      task.cancel()
      #expect(await task.value == .cancelled)
      #expect(ToolProcess.waits { !Self.isRunning(child) })
    }
  #endif

  /// Whether a process runs, and is not just waiting for its parent to see its end
  private static func isRunning(_ process: pid_t) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return kill(process, 0) == 0
    }
    return !stat.contains(") Z ")
  }

  @Test func `a program is ended when its task is cancelled`() async throws {
    let run = ProcessSpecification(
      words: ["sleep", "100"], environment: ["PATH": "/usr/bin:/bin"], folder: "",
      timeLimit: .seconds(100), sizeLimit: 100)
    let task = Task { await run.end() }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test func `a missing program is reported`() async throws {
    let rules = try ConnectedRules(
      "source thermostat { inside: Temperature }\nconnect thermostat to command(\"no-such-program-x\")"
    )
    #expect(
      try await rules.answer()
        == "misconfigured: no-such-program-x cannot be run: there is no such program")
  }

  @Test func `a program reads nothing and sees no secret`() async throws {
    let run = ProcessSpecification(
      words: ["sh", "-c", "cat; echo \"[$SECRET]\"; pwd"], environment: ["PATH": "/usr/bin:/bin"],
      folder: "/", timeLimit: .seconds(10), sizeLimit: 100)
    #expect(await run.end() == .exited(0, output: Array("[]\n/\n".utf8), error: []))
  }

  @Test func `variables that hold secrets are not inherited`() async throws {
    // PATH stands for one, as it is sure to be there.
    let folder = try RecordingFolder(["script.sh": "env | grep -q ^PATH= && exit 4; exit 5"])
    defer { withExtendedLifetime(folder) {} }
    let rules = try ConnectedRules(
      "source t { inside: Temperature }\nconnect t to command(\"/bin/sh script.sh\")",
      secrets: ["PATH": "hunter2"], folder: folder.path)
    #expect(try await rules.answer() == "broken: sh ended with status 5")
  }

  @Test(arguments: [
    ("notify-send {title} {text}", ["notify-send", "{title}", "{text}"]),
    (#"a 'b c' "d \"e\" \x" f\ g '' "#, ["a", "b c", #"d "e" \x"#, "f g", ""]),
    ("a\tb\n c", ["a", "b", "c"]), ("a'b'\"c\"d", ["abcd"]),
    ("echo $HOME | rm * ; `x`", ["echo", "$HOME", "|", "rm", "*", ";", "`x`"]),
  ])
  func `a command is words and nothing else`(command: String, words: [String]) throws {
    #expect(try CommandWords.split(command) == words)
  }

  @Test(arguments: ["", "  ", "'a", "\"a", "a\\", "'' b", "a\0b", "'a\0b'"])
  func `what is no command is a problem`(command: String) {
    #expect(throws: ConnectorProblem.self) { try CommandWords.split(command) }
  }

  @Test(arguments: ["0s", "-1s", "601s"])
  func `a time limit has its own limits`(timeout: String) {
    #expect(throws: ConnectorProblem.self) {
      try ConnectedRules(
        "source t { x: Number }\nconnect t to command(\"true\", timeout: \(timeout))")
    }
  }
}

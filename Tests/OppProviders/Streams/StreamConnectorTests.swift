import Foundation
import OppEngine
import OppModel
import OppSession
import OppTesting
import OppTestLimits
import Synchronization
import Testing

@testable import OppProviders

/// Against programs of the tests' own
@Suite(.limited, .waiting) struct StreamConnectorTests {
  fileprivate static let rules = """
    source door { open: Bool, count: Number }
    connect door to command("/bin/sh door.sh", stream: true)
    """

  /// A script that a connector runs, in a folder that is kept as long
  private final class Script {
    let connector: StreamConnector
    private let folder: RecordingFolder

    /// - Parameter pauses: takes note of the pauses, each of which is a millisecond.
    init(
      _ script: String, steady: Duration = .seconds(3600), grace: Duration = .seconds(60),
      pauses: Pauses = Pauses()
    ) throws {
      folder = try RecordingFolder(["door.sh": script])
      let graph = try ConnectedRules(StreamConnectorTests.rules, folder: folder.path).graph
      let pace = StreamPace(
        pause: {
          pauses.add($0)
          return .milliseconds(1)
        }, steady: steady, grace: grace)
      connector = try StreamConnector(
        ConnectorSettings(
          options: ConnectorOptions(
            target: "door", kind: "command",
            values: ["command": .text("/bin/sh door.sh"), "stream": .truth(true)], secrets: [:],
            folder: folder.path), graph: graph, zone: .utc, web: WebClient.patient,
          secretVariables: []), pace: pace, clock: { ConnectedRules.now })
    }

    deinit { connector.end() }

    func path(_ name: String) -> String { folder.path + "/" + name }

    /// The number of a process that the script has written into a file
    func process(_ name: String) throws -> pid_t {
      let text = try String(contentsOfFile: path(name), encoding: .utf8)
      return try #require(pid_t(text.trimmingCharacters(in: .newlines)))
    }
  }

  private final class Pauses: Sendable {
    private let all = Mutex<[Int]>([])
    func add(_ failures: Int) { all.withLock { $0.append(failures) } }
    var found: [Int] { all.withLock { $0 } }
  }

  /// The first events, each taken at once
  private func events(_ count: Int, of script: Script) async throws -> [String] {
    var events: [String] = []
    for await event in try #require(script.connector.pushed()) {
      events.append(text(event))
      if case .lines(let lines) = event { lines.taken() }
      if events.count == count { break }
    }
    script.connector.end()
    return events
  }

  private func text(_ event: PushedEvent) -> String {
    switch event {
    case .arrived, .lapsed, .noted, .received: return "something else"
    case .lost(let failure): return "lost, \(LocatedWorld.text(failure))"
    case .lines(let lines):
      let readings = lines.arrivals.map { arrival -> String in
        guard case .reading(let reading) = arrival else { return "something else" }
        return reading.fields.map { field in
          switch field {
          case .known(.truth(let truth)): "\(truth)"
          case .known(.scalar(let scalar)): "\(scalar)"
          case .known, .missing, .neverRead, .unchanged: "?"
          }
        }.joined(separator: " ")
      }
      return (readings + (lines.unread?.messages ?? [])).joined(separator: "; ")
    }
  }

  private func waits(for path: String) async -> Bool {
    await ToolProcess.isReached { FileManager.default.fileExists(atPath: path) }
  }

  /// Whether a process runs, and is not just waiting for its parent to see its end
  private func isRunning(_ process: pid_t) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return kill(process, 0) == 0
    }
    return !stat.contains(") Z ")
  }

  // MARK: - Lines

  @Test func `a line arrives while the program runs, and a half one when it ends`() async throws {
    let script = try Script(
      """
      echo '{"open": true}'
      while [ ! -e go ]; do :; done
      printf '{"open":'
      while [ ! -e end ]; do :; done
      echo ' false}'
      exec sleep 3600
      """)
    var found: [String] = []
    for await event in try #require(script.connector.pushed()) {
      found.append(text(event))
      if case .lines(let lines) = event { lines.taken() }
      if found.count == 2 { break }
      for name in ["go", "end"] {
        #expect(FileManager.default.createFile(atPath: script.path(name), contents: nil))
      }
    }
    script.connector.end()
    #expect(found == ["true ?", "false ?"])
  }

  @Test func `a bad line is reported, and the next one counts`() async throws {
    let script = try Script(
      """
      echo 'Connected.'
      head -c 70000 /dev/zero | tr '\\0' x; echo
      echo '{"open": true}'
      exec sleep 3600
      """)
    let found = try await events(2, of: script).joined(separator: "; ")
    for part in [
      "line 1 of sh is no JSON", "line 2 of sh is longer than 64 KiB", "true ?",
    ] { #expect(found.contains(part), "\(found)") }
  }

  @Test func `a program that prints faster than it is read is held up`() async throws {
    let script = try Script(
      """
      i=0
      while :; do i=$((i+1)); echo "{\\"count\\": $i}"; done
      """)
    var counts: [Double] = []
    for await event in try #require(script.connector.pushed()) {
      guard case .lines(let lines) = event, lines.arrivals.count == 1,
        case .reading(let reading)? = lines.arrivals.first,
        case .known(.scalar(let count)) = reading.fields[1]
      else { continue }
      counts.append(count)
      if counts.count == 20 { break }
      lines.taken()
    }
    script.connector.end()
    // Numbers are samples: one event has the newest, and nothing waits beside it.
    #expect(counts == counts.sorted() && counts.count == 20)
  }

  @Test func `nothing more comes before an event has been taken`() async throws {
    let script = try Script(
      """
      echo '{"count": 1}'; sleep 0.01; echo '{"count": 2}'; echo '{"count": 3}'; echo > done
      exec sleep 3600
      """)
    var found: [String] = []
    for await event in try #require(script.connector.pushed()) {
      guard case .lines(let lines) = event else { continue }
      found.append(text(event))
      if found.count == 2 { break }
      #expect(await waits(for: script.path("done")))
      lines.taken()
    }
    script.connector.end()
    #expect(found[0] == "? 1.0" && found[1] != "? 1.0", "\(found)")
  }

  // MARK: - Ends

  @Test func `a program that ends is started again, which is said once`() async throws {
    let pauses = Pauses()
    let script = try Script(
      """
      echo run >> runs
      echo "{\\"count\\": $(wc -l < runs)}"
      echo 'no such broker' >&2
      exit 4
      """, pauses: pauses)
    #expect(
      try await events(4, of: script) == [
        "? 1.0", "lost, unreachable: sh ended with status 4: no such broker", "? 2.0", "? 3.0",
      ])
    #expect(pauses.found.starts(with: [1, 2]))
  }

  @Test func `a program that ends without a line is said to be lost once`() async throws {
    let script = try Script(
      """
      echo run >> runs
      [ $(wc -l < runs) -lt 4 ] && exit 1
      echo '{"open": true}'
      exec sleep 3600
      """)
    #expect(
      try await events(2, of: script)
        == ["lost, unreachable: sh ended with status 1", "true ?"])
  }

  @Test func `a program that has run for long may end again`() async throws {
    let pauses = Pauses()
    let script = try Script(
      "echo '{\"open\": true}'; exit 1", steady: .zero, pauses: pauses)
    let lost = "lost, unreachable: sh ended with status 1"
    #expect(
      try await events(4, of: script) == ["true ?", lost, "true ?", lost])
    #expect(Set(pauses.found) == [1])
  }

  @Test func `a last line without an end counts if the program has not failed`() async throws {
    let script = try Script("printf '{\"open\": true}'")
    #expect(try await events(1, of: script) == ["true ?"])
    let failing = try Script("printf '{\"open\": true}'; exit 1")
    #expect(
      try await events(1, of: failing) == ["lost, unreachable: sh ended with status 1"])
  }

  @Test func `a program that cannot be run is reported`() async throws {
    let rules = try ConnectedRules(
      """
      source door { open: Bool }
      connect door to command("no-such-program-x", stream: true)
      """)
    for await event in try #require(rules.connector.pushed()) {
      #expect(
        text(event)
          == "lost, misconfigured: no-such-program-x cannot be run: there is no such program")
      break
    }
    rules.connector.end()
  }

  @Test func `the end of the connector ends the program and its group`() async throws {
    let script = try Script(
      """
      sleep 3600 & echo $! > child.new; echo $$ > leader; mv child.new child
      trap 'echo asked > asked; exit' TERM
      echo '{"open": true}'
      while :; do sleep 0.01; done
      """)
    #expect(try await events(1, of: script) == ["true ?"])
    #expect(FileManager.default.fileExists(atPath: script.path("asked")))
    #expect(try !isRunning(script.process("leader")) && !isRunning(script.process("child")))
  }

  @Test func `a program that does not want to end is killed`() async throws {
    let script = try Script(
      """
      trap '' TERM; echo $$ > leader
      echo '{"open": true}'
      while :; do sleep 0.01; done
      """, grace: .milliseconds(50))
    #expect(try await events(1, of: script) == ["true ?"])
    #expect(try !isRunning(script.process("leader")))
  }
}

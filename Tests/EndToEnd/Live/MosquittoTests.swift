import Foundation
import OppTestLimits
import OppTesting
import Testing

/// `opp run` against a real Mosquitto of the machine, if there is one
@Suite(.limited, .waiting, .enabled(if: Mosquitto.program != nil, "there is no mosquitto"))
struct MosquittoTests {
  static let rules = """
    source kitchen { temperature: Temperature  contact: Bool }
    connect kitchen to mqtt("127.0.0.1:PORT", topic: "z/kitchen")
    table presses by at, device { at: Instant  device, action: Text }
    connect presses to mqtt("127.0.0.1:PORT", topic: "p/+device")
    opp "Open" when contact notify "open at {temperature}"
    opp "Press" for each p in presses notify "{p.device} {p.action}"
    """

  @Test func `messages count once, also those of a time at which nobody listened`() async throws {
    let broker = try Mosquitto()
    defer { broker.stop() }
    let rules = broker.folder.appending(path: "rules.opp")
    try Data(Self.rules.replacing("PORT", with: "\(broker.port)").utf8).write(to: rules)

    func round(_ wait: String = "30s") throws -> String {
      let tool = try ToolProcess(
        ["run", "--once", "--wait", wait, rules.path], in: broker.folder)
      _ = tool.wait()
      return tool.printed + tool.said
    }
    try broker.publish(
      "z/kitchen", #"{"temperature": 21.5, "contact": true}"#, isRetained: true)
    // The first run makes the session; the second one gets what came meanwhile.
    let first = try round()
    #expect(first.contains("Open: open at 21.5°C"), "\(first)")
    for number in 1...3 { try broker.publish("p/bell", #"{"action": "s\#(number)"}"#) }
    let second = try round()
    for number in 1...3 { #expect(second.contains("bell s\(number)"), "\(second)") }
    #expect(!second.contains("Open"), "\(second)")
    let third = try round("1s")
    #expect(!third.contains("bell"), "\(third)")
  }
}

/// A broker of the machine, in a folder and at a port of a test's own
final class Mosquitto {
  /// The program; `nil` if it, or the one that publishes, is not installed
  static let program: URL? = ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto"]
    .first {
      FileManager.default.isExecutableFile(atPath: $0)
        && FileManager.default.isExecutableFile(atPath: publisher.path)
    }.map { URL(filePath: $0) }

  private static let publisher = URL(filePath: "/usr/bin/mosquitto_pub")

  let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
  let port: Int
  private let process = Process()

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A port that was free a moment ago.
    let server = try ByteServer([])
    port = Int(server.port)
    server.stop()
    let settings = folder.appending(path: "mosquitto.conf")
    let user = NSUserName()
    try Data("listener \(port) 127.0.0.1\nallow_anonymous true\nuser \(user)\n".utf8)
      .write(to: settings)
    process.executableURL = Self.program
    process.arguments = ["-c", settings.path]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
  }

  func stop() {
    // One that is asked to end may have been started deaf to it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Publishes a message with QoS 1, and returns once the broker has it; it may have only just been started
  func publish(_ topic: String, _ payload: String, isRetained: Bool = false) throws {
    for _ in 0..<1000 where try publishOnce(topic, payload, isRetained) { return }
    Issue.record("the broker takes no message")
  }

  private func publishOnce(
    _ topic: String, _ payload: String, _ isRetained: Bool
  ) throws -> Bool {
    let publisher = Process()
    publisher.executableURL = Self.publisher
    publisher.arguments =
      ["-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic, "-m", payload]
      + (isRetained ? ["-r"] : [])
    publisher.standardError = FileHandle.nullDevice
    try publisher.run()
    publisher.waitUntilExit()
    return publisher.terminationStatus == 0
  }
}

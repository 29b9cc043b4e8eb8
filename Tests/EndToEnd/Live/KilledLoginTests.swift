import Foundation
import OppTesting
import OppTestLimits
import Synchronization
import Testing

/// A renewal that is killed at any moment
@Suite(.limited) struct KilledLoginTests {
  /// The process that is killed, once it runs
  private final class Victim: Sendable {
    let process = Mutex<pid_t>(0)

    /// Kills it some microseconds from now
    func kill(after delay: UInt32) {
      let process = process.withLock { $0 }
      guard process > 0 else { return }
      Thread.detachNewThread {
        usleep(delay)
        endProcess(process)
      }
    }
  }

  @Test func `a kill between a new refresh token and its file leaves a login that counts`()
    async throws
  {
    let folder = try TemporaryFolder()
    let world = try AuthorizationServer()
    defer { world.stop() }
    // Like Microsoft, the server still takes the token before the last rotation.
    world.change { $0.rotates = true }
    try folder.write(
      "rules.opp",
      """
      set zone "UTC"
      connect calendar to google(login: "google", url: "\(world.url)/v3")
      opp "Free" when free > 1h
      """)
    let file = folder.url.path + "/.config/opp/logins/google.json"
    try folder.write(".config/opp/logins/google.json", world.login())
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700], ofItemAtPath: folder.url.path + "/.config/opp/logins")
    func run(_ name: String) throws -> ToolProcess {
      try ToolProcess(
        [
          "run", folder.url.path + "/rules.opp", "--once", "--store",
          folder.url.path + "/\(name).sqlite",
        ],
        in: folder.url)
    }
    for delay: UInt32 in [0, 200, 500, 1000, 2000, 5000] {
      let victim = Victim()
      world.change { $0.willGrant = { victim.kill(after: delay) } }
      let tool = try run("killed-\(delay)")
      victim.process.withLock { $0 = tool.identifier }
      _ = tool.wait()
      world.change { $0.willGrant = nil }
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let token = try #require(world.present.refreshTokens.first { text.contains("\"\($0)\"") })
      #expect(text.hasSuffix("}\n") || text.contains("obtained"), "\(token)")
      let status = try FileManager.default.attributesOfItem(atPath: file)
      #expect(status[.posixPermissions] as? Int == 0o600)
    }
    let last = try run("last")
    #expect(last.wait() == .exited(0) && last.printed.contains("Free"), "\(last.said)")
    // Nobody else may read anything that a kill left behind.
    let logins = folder.url.path + "/.config/opp/logins"
    for name in try FileManager.default.contentsOfDirectory(atPath: logins) {
      let status = try FileManager.default.attributesOfItem(atPath: logins + "/" + name)
      #expect(status[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }
}

/// The function of the C library, whose name a method hides
private func endProcess(_ process: pid_t) { _ = kill(process, SIGKILL) }

import Foundation
import OppTestLimits
import Testing

/// Files that cannot be written as a whole
@Suite(.limited) struct FullDiskTests {
  /// Runs the tool in a shell in which no file can have more than 512 bytes
  private func run(_ words: String, _ folder: TemporaryFolder) throws -> Int32 {
    // It lies beside the bundle of the tests.
    let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "opp").path
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    // Without the signal, a write fails as it does on a full disk.
    shell.arguments = [
      "-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \(words) > /dev/null 2>&1", tool,
    ]
    shell.currentDirectoryURL = folder.url
    try shell.run()
    shell.waitUntilExit()
    return shell.terminationStatus
  }

  @Test func `a file that does not fit stays as it was, and nothing is left beside`() throws {
    let line = "opp   \"Tea\" on 16:00 notify \"Drink a cup of tea.\"\n\n"
    let rules = "set   zone \"UTC\"\n\n" + line + String(repeating: "// A comment.\n", count: 100)
    let folder = try TemporaryFolder(["rules.opp": rules])
    #expect(try run("fmt rules.opp", folder) == 3)
    #expect(
      try String(contentsOf: folder.url.appending(path: "rules.opp"), encoding: .utf8) == rules)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["rules.opp"])
  }

  @Test func `a new file that does not fit is not made`() throws {
    let folder = try TemporaryFolder()
    #expect(try run("init -y new", folder) == 3)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "new").path)
    // The small files come first.
    #expect(!names.contains("reminders.opp") && !names.contains { $0.hasPrefix(".opp-") })
  }
}

import Foundation
import OppOutputs
import OppTestLimits
import Testing

@testable import opp

/// `opp fmt` over files as they come
@Suite(.limited) struct FormatCommandTests {
  /// Runs a command line in a folder with one file of rules
  private func run(_ words: [String], rules: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(rules.utf8).write(to: folder.appending(path: "rules.opp"))
    let console = Console()
    _ = CommandLineTool.run(words, in: CommandContext(workingDirectory: folder.path), console)
    return String(decoding: console.transcript, as: UTF8.self)
  }

  @Test func `a diff has the tabs and line ends of the file, so that it can be applied`() throws {
    let rules = "// tab\there\nopp \"A\"\r\n\ton 8:00\r\n\tnotify \"x\"\r\n"
    #expect(
      try run(["fmt", "--diff", "rules.opp"], rules: rules) == """
        --- rules.opp
        +++ rules.opp (formatted)
        @@ -1,4 +1,4 @@
         // tab\there
        -opp "A"\r
        -\ton 8:00\r
        -\tnotify "x"\r
        +opp "A"
        +  on 8:00
        +  notify "x"

        """)
  }

  @Test(arguments: [
    (["fmt", "rules.opp"], "opp   \"A\" on 8:00\n"),
    (["check", "--fix", "rules.opp"], "# Tea\nopp \"A\" on 8:00\n"),
    (["lint", "--fix", "rules.opp"], "opp \"A\" when free >= 45m at most once per day\n"),
  ])
  func `a symbolic link stays one, and the file that it leads to is written`(
    words: [String], rules: String
  ) throws {
    let folder = try TemporaryFolder(["kept/own.opp": rules])
    let link = folder.url.appending(path: "rules.opp").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "kept/own.opp")
    let printed = folder.run(words).text
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "kept/own.opp")
    let kept = try String(
      contentsOf: folder.url.appending(path: "kept/own.opp"), encoding: .utf8)
    #expect(kept != rules, "\(printed)")
  }

  @Test func `a diff lets no other control character through`() throws {
    let rules = "// \u{9B}2J a\rb \u{202E}\nopp   \"A\" on 8:00\n"
    #expect(
      try run(["fmt", "--diff", "rules.opp"], rules: rules) == """
        --- rules.opp
        +++ rules.opp (formatted)
        @@ -1,2 +1,2 @@
         // \u{FFFD}2J a↵b \u{FFFD}
        -opp   "A" on 8:00
        +opp "A" on 8:00

        """)
  }
}

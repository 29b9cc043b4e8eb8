import Foundation
import OppModel
import OppOutputs
import OppTesting
import OppTestLimits
import Testing

@testable import OppSyntax
@testable import opp

/// Texts that strangers have written, through every command: what is printed clears no screen, turns no
/// text around, and forges no line
@Suite(.limited) struct HostileTextTests {
  /// Command lines; `HOSTILE` stands for the text, `NAME` for an Opp with it in its name
  private static let commands = [
    "check rules", "check broken", "check --format github broken", "check --format sarif broken",
    "check --format json broken", "check HOSTILE", "fmt --check broken", "fmt --diff broken",
    "compile rules", "compile broken", "eval rules --data data", "eval broken --data data",
    "eval --format json rules --data data", "eval --intervals rules --data data",
    "eval --intervals --format json rules --data data",
    "eval rules --data data --at 2026-06-21T10:00Z", "eval -e HOSTILE", "eval rules --data bad",
    "eval --format json -e HOSTILE", "eval rules --data HOSTILE", "eval --from HOSTILE",
    "eval --zone HOSTILE", "eval rules --data data -e 'any jobs where points > 1'",
    "why NAME rules --data data --at 2026-06-21T10:00Z",
    "why NAME rules --data data --at 2026-06-21T10:00Z --format json",
    "why NAME rules --data data --at 2026-06-21T10:00Z --row nope",
    "why NAME rules --data data --at 2026-06-21T10:00Z --row HOSTILE",
    "why HOSTILE rules --data data --at 2026-06-21T10:00Z",
    "why Warm rules --data bad --at 2026-06-21T10:00Z", "test rules", "test --format json rules",
    "plan rules --data data --day 2026-06-21", "plan rules --data bad --day 2026-06-21",
    "plan rules", "run rules --data data --store s", "run rules --data bad",
    "run rules --data data --format json", "list rules --store s", "list --store s",
    "list --store s --format json", "history --store s", "history --store s --format json",
    "dismiss NAME --store s --format json", "history NAME --store s --row nope",
    "history HOSTILE --store s",
    "snooze NAME --store s --row nope", "snooze NAME --store s", "disable NAME --store s",
    "done NAME --store s", "dismiss NAME --store s",
    "enable NAME --store s", "snooze HOSTILE --store s", "disable HOSTILE --store s",
    "list --store HOSTILE", "list --store rules/rules.opp", "HOSTILE", "eval --HOSTILE",
    "completions HOSTILE", "prelude HOSTILE", "help HOSTILE", "history --last HOSTILE --store s",
  ]

  @Test func `no command prints what a terminal would act on, or a line that was not its own`()
    throws
  {
    let world = try HostileWorld()
    var said = 0
    for command in Self.commands {
      let words = ExampleDocument.words(of: command).map { word in
        word.replacing("NAME", with: "Job \(HostileWorld.hostile)")
          .replacing("HOSTILE", with: HostileWorld.hostile)
      }
      let printed = world.run(words)
      #expect(!printed.isEmpty, "\(command)")
      if printed.contains("FORGED") { said += 1 }
      // A diff keeps the line ends of its file, so that it can be applied.
      let isDiff = command.hasPrefix("fmt --diff")
      let seen = isDiff ? printed.replacing("\r\n", with: "\n") : printed
      let controls = seen.unicodeScalars.filter { $0.isControl && $0 != "\n" }
      #expect(controls.isEmpty, "\(command) prints \(controls.map { String($0.value, radix: 16) })")
      let forged = printed.split(separator: "\n").filter { $0.hasPrefix("FORGED") }
      #expect(forged.isEmpty, "\(command)\n\(printed)")
    }
    // Otherwise this test would prove nothing.
    #expect(said > 30)
  }

  @Test func `the key of a row is written in one way, and --row takes it`() throws {
    let world = try HostileWorld()
    _ = world.run(["run", "rules", "--data", "data", "--store", "s"])
    let key = "\"\(HostileWorld.literal)\""
    let name = "Job \(HostileWorld.hostile)"
    let whole = ["--data", "data", "--at", "2026-06-21T10:00Z"]
    for printed in [
      world.run(["eval", "rules", "--data", "data"]),
      world.run(["run", "rules", "--data", "data"]),
      world.run(["why", name, "rules", "--row", "nope"] + whole),
      world.run(["history", name, "--row", "nope", "--store", "s"]),
      world.run(["why", name, "rules", "--row", key] + whole),
      world.run(["snooze", name, "--row", key, "--store", "s"]),
    ] {
      #expect(printed.contains(key), "\(printed)")
    }
    // These name a row as people know it.
    for printed in [world.run(["history", "--store", "s"]), world.run(["list", "--store", "s"])] {
      #expect(printed.contains("FORGED"), "\(printed)")
      #expect(!printed.contains(HostileWorld.hostile))
    }
    for row in [key, "[\(key)]", HostileWorld.hostile] {
      #expect(
        world.run(["history", name, "--row", row, "--store", "s"])
          .contains("  Job x"), "\(row)")
    }
  }

  @Test func `what is wrong with the rules is on standard output, as check has it, for programs`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rules = folder.appending(path: "rules.opp").path
    try Data("opp \"A\" when temp > 3m\nopp \"B\" when wether\n".utf8)
      .write(to: URL(filePath: rules))
    let check = try ToolProcess(["check", "--format", "json", rules], in: folder)
    #expect(check.wait() == .exited(1))
    #expect(check.printed.split(separator: "\n").count == 2)
    for words in [
      ["eval", rules], ["test", rules], ["why", "A", rules, "--at", "2026-06-21T12:00Z"],
      ["plan", rules],
    ] {
      let process = try ToolProcess(words + ["--format", "json"], in: folder)
      #expect(process.wait() == .exited(1))
      #expect(process.printed == check.printed, "\(words)")
      #expect(process.said.isEmpty, "\(words)")
    }
    let empty = folder.appending(path: "empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    let expression = try ToolProcess(
      ["eval", empty.path, "-e", "wether", "--format", "json"], in: folder)
    #expect(expression.wait() == .exited(1))
    #expect(
      expression.printed.hasPrefix(#"{"type":"diagnostic","code":"unknown-name""#),
      "\(expression.printed)")
    #expect(expression.said.isEmpty)
  }
}

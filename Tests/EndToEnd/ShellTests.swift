import OppModel
import OppOutputs
import OppTestLimits
import Testing

@testable import opp

/// What `opp` says to shells, and what it takes from their variables
@Suite(.limited) struct ShellTests {
  @Test func `help is written for fish as it reads it`() throws {
    let script = try TemporaryFolder().run(["completions", "fish"]).text
    #expect(script.contains("the date for what is past; default: today'"))
    #expect(script.contains("to complete opp\\'s commands"))
    #expect(!script.contains("\\:") && !script.contains("\\["))
  }

  @Test func `help is written for zsh without its structure`() throws {
    let script = try TemporaryFolder().run(["completions", "zsh"]).text
    #expect(script.contains("the date for what is past; default\\: today]"))
    #expect(script.contains("to complete opp'\\''s commands"))
    // A value that may be left out
    #expect(script.contains("]::FILE:_files'"))
  }

  @Test func `the manual page has every command and option, in ASCII`() throws {
    let page = try TemporaryFolder().run(["--man"]).text
    #expect(page.unicodeScalars.allSatisfy { $0.isASCII })
    #expect(page.contains(".TH OPP 1 \"\" \"opp \(Version.number)\""))
    for command in CommandLineTool.commands {
      #expect(page.contains(".SS \"opp \(command.name)"))
      for option in command.options {
        #expect(page.contains(option.name.replacing("-", with: "\\-")), "\(option.name)")
      }
    }
    // troff takes a line that begins with a dot for a request.
    let requests: Set<Substring> = [".TH", ".SH", ".SS", ".B", ".I", ".TP", ".PP", ".\\\""]
    for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(line.prefix { $0 != " " }), "\(line)")
    }
  }

  @Test(arguments: [
    "America/New_York", ":America/New_York", ":/usr/share/zoneinfo/America/New_York",
    "/usr/share/zoneinfo/America/New_York",
  ])
  func `every form of TZ that names a zone is that zone`(value: String) throws {
    let context = CommandContext(workingDirectory: nil, variables: ["TZ": value])
    let zone = try LocalZone.find(Invocation.parse([], for: .record), in: context)
    let noon = try #require(Instant(rfc3339: "2026-06-21T12:00:00Z"))
    #expect(zone.local(at: noon).secondOfDay == 8 * 3600)
  }
}

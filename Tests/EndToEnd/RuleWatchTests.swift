import Foundation
import OppTestLimits
import Testing

@testable import opp

/// Rule files that change below a run
@Suite(.limited, .waiting) struct RuleWatchTests {
  @Test func `a change of the file that a symbolic link leads to is noticed`() throws {
    let folder = try TemporaryFolder(["kept/own.opp": "opp \"A\" on 8:00\n"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "rules.opp").path, withDestinationPath: "kept/own.opp")
    let context = CommandContext(workingDirectory: folder.url.path, variables: [:])
    let watch = RuleWatch(["rules.opp"], in: context, nil)
    #expect(!watch.hasChanged())
    try folder.write("kept/own.opp", "opp \"A\" on 8:00\nopp \"B\" on 9:00\n")
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }
}

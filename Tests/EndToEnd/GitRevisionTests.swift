import Foundation
import OppOutputs
import OppSyntax
import OppTestLimits
import Testing

@testable import opp

/// Rules of a revision: `opp diff HEAD:rules rules`
@Suite(.limited, .enabled(if: hasGit, "git is not installed")) struct GitRevisionTests {
  /// A repository in which `rules` has been committed, with another file
  private func repository(_ name: String = "rules/notes.md", _ text: String = "") throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder([
      "rules/b.opp": "opp \"B\" on 9:00\n", "rules/a.opp": "opp \"A\" on 8:00\n",
      "rules/.old.opp": "broken", name: text,
    ])
    for words in [
      ["init", "--quiet"], ["add", "."],
      [
        "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "-m", "x",
      ],
    ] {
      let git = Process()
      git.executableURL = URL(filePath: "/usr/bin/git")
      git.arguments = words
      git.currentDirectoryURL = folder.url
      git.environment = ["HOME": folder.url.path, "PATH": "/usr/bin:/bin"]
      try git.run()
      git.waitUntilExit()
      #expect(git.terminationStatus == 0)
    }
    return folder
  }

  /// The files of a revision, or the message of the failure
  private func files(_ name: String, _ folder: TemporaryFolder, home: String? = nil) -> String {
    let context = CommandContext(
      workingDirectory: folder.url.path + (home ?? ""), variables: ["HOME": folder.url.path])
    guard let revision = GitRevision(name, in: context) else { return "no revision" }
    do throws(CommandFailure) {
      return try revision.files().map { file in
        "\(file.path) \(String(decoding: file.bytes, as: UTF8.self))"
      }.joined()
    } catch {
      return error.message
    }
  }

  @Test func `the rule files of a revision are read as they were`() throws {
    let folder = try repository()
    try folder.write("rules/a.opp", "opp \"New\" on 8:00\n")
    let expected = "HEAD:rules/a.opp opp \"A\" on 8:00\nHEAD:rules/b.opp opp \"B\" on 9:00\n"
    #expect(files("HEAD:rules", folder) == expected)
    #expect(files("HEAD:rules/", folder) == expected)
    #expect(files("HEAD:", folder) == expected)
    #expect(files("HEAD:rules/a.opp", folder) == "HEAD:rules/a.opp opp \"A\" on 8:00\n")
    #expect(files("rules", folder) == "no revision")
  }

  @Test func `a revision that git does not know is named, with the words of git`() throws {
    let folder = try repository()
    let found = files("HEAD:missing", folder)
    #expect(found.hasPrefix("git does not know `HEAD:missing`: fatal: "), "\(found)")
    #expect(files("v9:rules", folder).hasPrefix("git does not know `v9:rules`: fatal: "))
  }

  @Test func `a folder that is not there is a failure`() throws {
    let folder = try repository()
    #expect(
      files("HEAD:rules", folder, home: "/missing")
        == "git cannot be run: it is needed for `HEAD:rules`")
  }

  @Test func `a file beyond the limit is refused`() throws {
    let text = String(repeating: "// a comment\n", count: 2 << 20)
    let folder = try repository("rules/large.opp", text)
    #expect(
      files("HEAD:rules", folder) == "`HEAD:rules/large.opp` is larger than 16777216 bytes")
  }
}

private let hasGit = FileManager.default.isExecutableFile(atPath: "/usr/bin/git")

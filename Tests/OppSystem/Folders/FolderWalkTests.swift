import OppSystem
import OppTestLimits
import Testing

@Suite(.limited) struct FolderWalkTests {
  /// The paths below a folder, those of folders with a slash
  private func paths(
    _ folder: String, where isWanted: (String) -> Bool = { _ in true }
  ) -> [String] {
    FolderWalk(below: folder, where: isWanted).entries
      .map { $0.isFolder ? $0.path + "/" : $0.path }.sorted()
  }

  @Test func `everything below a folder is found`() throws {
    let folder = try TestFolder(["a.opp": "", "home/b.opp": "", "home/deep/c": "", ".git/d": ""])
    #expect(
      paths(folder.path) == [
        ".git/", ".git/d", "a.opp", "home/", "home/b.opp", "home/deep/", "home/deep/c",
      ])
    #expect(
      paths(folder.path + "/") { !$0.hasPrefix(".") } == [
        "a.opp", "home/", "home/b.opp", "home/deep/", "home/deep/c",
      ])
  }

  @Test func `a link in a folder is listed and not followed, so that a circle ends`() throws {
    let folder = try TestFolder(["a/b": ""])
    try folder.link("a/up", to: "..")
    #expect(paths(folder.path) == ["a/", "a/b", "a/up"])
  }

  @Test func `a link that is the folder itself is followed`() throws {
    let folder = try TestFolder(["real/b": ""])
    try folder.link("link", to: "real")
    #expect(paths(folder("link")) == ["b"])
    #expect(paths(folder("real/b")) == [])
    #expect(paths(folder("missing")) == [])
  }

  @Test func `a folder without rights is listed without its content`() throws {
    let folder = try TestFolder(["a/b": "", "c": ""])
    chmod(folder("a"), 0)
    defer { chmod(folder("a"), 0o700) }
    #expect(try withoutPrivileges { paths(folder.path) } == ["a/", "c"])
  }

  #if os(Linux)
    @Test func `another file system is listed and not entered`() {
      // `/proc` is one below the root. A walk through it would find this process.
      let found = FolderWalk(below: "/") { $0 == "proc" || $0 == "self" }.entries
      #expect(found.map(\.path) == ["proc"])
    }
  #endif
}

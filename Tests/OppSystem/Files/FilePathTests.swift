import OppSystem
import OppTestLimits
import Testing

@Suite(.limited) struct FilePathTests {
  @Test(arguments: [
    ("/home/ada/a.opp", "a.opp", "/home/ada"), ("a.opp", "a.opp", "."), ("rules/", "rules", "."),
    ("/a", "a", "/"), ("/", "/", "/"), ("", "", "."), ("a/b//", "b", "a"), ("a//b", "b", "a"),
    (".", ".", "."), ("./a", "a", "."), ("//", "/", "/"),
  ])
  func `a path has a name and a folder`(path: String, name: String, parent: String) {
    #expect(FilePath(path).name == name)
    #expect(FilePath(path).parent.text == parent)
  }

  @Test(arguments: [
    ("/a/./b/../c", "/a/c"), ("//a//b/", "/a/b"), ("/..", "/"), ("/", "/"), ("/a/..", "/"),
    ("/../../a", "/a"),
  ])
  func `a standardized path has no dots and no doubled slashes`(path: String, expected: String) {
    #expect(FilePath(path).standardized.text == expected)
  }

  @Test func `a relative path begins at the working folder`() throws {
    let here = try FilePath(".").resolved().text
    #expect(FilePath("a/../b").standardized.text == here + "/b")
    #expect(FilePath("").standardized.text == here)
  }

  @Test func `a name is appended with one slash`() {
    #expect(FilePath("/a").appending("b").text == "/a/b")
    #expect(FilePath("/").appending("b").text == "/b")
    #expect(FilePath("").appending("b").text == "b")
  }

  @Test func `links are resolved on the way and at the end`() throws {
    let folder = try TestFolder(["real/file": "x"])
    try folder.link("folder", to: "real")
    try folder.link("link", to: "folder/file")
    #expect(try FilePath(folder("link")).resolved().text == folder("real/file"))
    #expect(try FilePath(folder("folder/../link")).resolved().text == folder("real/file"))
    #expect(FilePath(folder("link")).linkTarget == "folder/file")
    #expect(FilePath(folder("real/file")).linkTarget == nil)
  }

  @Test func `a path that leads to nothing is not resolved`() throws {
    let folder = try TestFolder(["file": "x"])
    try folder.link("circle", to: "circle")
    try folder.link("nowhere", to: "missing")
    for (name, expected) in [
      ("missing", "ENOENT"), ("nowhere", "ENOENT"), ("file/below", "ENOTDIR"),
      ("circle", "ELOOP"), ("file\0", "ENOENT"),
      (String(repeating: "n", count: 300), "ENAMETOOLONG"),
    ] {
      #expect(failure { _ = try FilePath(folder(name)).resolved() } == expected)
    }
  }

  @Test func `a link to a file that is not there yet leads to its path`() throws {
    let folder = try TestFolder(["below/x": ""])
    try folder.link("first", to: "below/second")
    try folder.link("below/second", to: "../new")
    #expect(try FilePath(folder("first")).followingLinks().text == folder("below/../new"))
    try folder.link("absolute", to: folder("new"))
    #expect(try FilePath(folder("absolute")).followingLinks().text == folder("new"))
    try folder.link("circle", to: "circle")
    #expect(failure { _ = try FilePath(folder("circle")).followingLinks() } == "ELOOP")
  }
}

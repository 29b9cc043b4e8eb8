import OppSystem
import OppTestLimits
import Testing

@Suite(.limited) struct FolderTests {
  @Test func `a folder has the names of what is in it`() throws {
    let folder = try TestFolder(["b.opp": "", ".hidden": "", "c/d": ""])
    try folder.link("link", to: "nowhere")
    #expect(try Folder.names(in: folder.path).sorted() == [".hidden", "b.opp", "c", "link"])
    #expect(failure { _ = try Folder.names(in: folder("missing")) } == "ENOENT")
    #expect(failure { _ = try Folder.names(in: folder("b.opp")) } == "ENOTDIR")
    #expect(failure { _ = try Folder.names(in: folder.path + "\0") } == "ENOENT")
  }

  @Test func `a name of any length and in any letters is listed`() throws {
    let names = [String(repeating: "n", count: 255), "Büro", "名前", "a b\nc"]
    let folder = try TestFolder(Dictionary(uniqueKeysWithValues: names.map { ($0, "") }))
    #expect(Set(try Folder.names(in: folder.path)) == Set(names))
  }

  @Test func `a folder is made with all of its path, and may be there`() throws {
    let folder = try TestFolder(["file": "x"])
    try Folder.make(folder("a/b/c"))
    try Folder.make(folder("a/b/c"))
    try Folder.make(folder("a/b/d/"))
    #expect(try FileStatus(of: folder("a/b/d")).kind == .folder)
    #expect(failure { try Folder.make(folder("file")) } == "EEXIST")
    #expect(failure { try Folder.make(folder("file/below")) } == "ENOTDIR")
    #expect(failure { try Folder.make(folder("x\0y")) } == "ENOENT")
    #expect(failure { try Folder.make("") } == "ENOENT")
    try Folder.make("/")
    #expect(try folder.names == ["a", "file"])
  }

  @Test func `in a folder without rights nothing is listed or made`() throws {
    let folder = try TestFolder(["closed/file": ""])
    chmod(folder("closed"), 0)
    defer { chmod(folder("closed"), 0o700) }
    let found = try withoutPrivileges {
      [
        failure { _ = try Folder.names(in: folder("closed")) },
        failure { try Folder.make(folder("closed/new")) },
        failure { try Folder.make(folder("closed")) },
      ]
    }
    #expect(found == ["EACCES", "EACCES", nil])
  }
}

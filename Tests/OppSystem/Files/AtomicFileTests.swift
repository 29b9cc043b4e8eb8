import OppSystem
import OppTestLimits
import Testing

@Suite(.limited) struct AtomicFileTests {
  /// Writes a text; the failure if there is one
  private func write(_ text: String, _ path: String) -> String? {
    failure { try AtomicFile.write(Array(text.utf8), to: path) }
  }

  @Test func `a file is made, and replaced with its permissions`() throws {
    let folder = try TestFolder(["usual": ""])
    #expect(write("one", folder("new")) == nil)
    #expect(folder.text("new") == "one")
    // A new one has those that every new file has here.
    let usual = try FileStatus(of: folder("usual")).permissions
    #expect(try FileStatus(of: folder("new")).permissions == usual)
    // Also those that the mask of new files takes away
    for permissions: mode_t in [0o640, 0o444, 0o4755, 0o664, 0o666, 0o777, 0o600] {
      chmod(folder("new"), permissions)
      #expect(write("two", folder("new")) == nil)
      #expect(try FileStatus(of: folder("new")).permissions == permissions)
    }
    #expect(folder.text("new") == "two")
    #expect(try folder.names == ["new", "usual"])
  }

  @Test func `a reader of the old file still reads the old content`() throws {
    let folder = try TestFolder(["file": "old"])
    let file = try RegularFile.open(folder("file"))
    #expect(write("new", folder("file")) == nil)
    #expect(try file.read(upTo: 10) == Array("old".utf8))
  }

  @Test func `a link stays, and the file to which it leads is written`() throws {
    let folder = try TestFolder(["below/file": "old"])
    try folder.link("link", to: "below/file")
    try folder.link("below/new", to: "../made")
    #expect(write("one", folder("link")) == nil)
    #expect(write("two", folder("below/new")) == nil)
    #expect(folder.text("below/file") == "one")
    #expect(folder.text("made") == "two")
    #expect(FilePath(folder("link")).linkTarget == "below/file")
    #expect(FilePath(folder("below/new")).linkTarget == "../made")
    try folder.link("circle", to: "circle")
    #expect(write("x", folder("circle")) == "ELOOP")
  }

  @Test func `a device is written to, and stays a device`() throws {
    #expect(write("x", "/dev/null") == nil)
    #expect(try FileStatus(of: "/dev/null").kind == .other)
    #if os(Linux)
      #expect(write("x", "/dev/full") == "ENOSPC")
    #endif
  }

  @Test func `a path at which no file can be is refused`() throws {
    let folder = try TestFolder(["file": "x", "below/file": "x"])
    #expect(write("y", folder("missing/file")) == "ENOENT")
    #expect(write("y", folder("file/below")) == "ENOTDIR")
    #expect(write("y", folder("below")) == "EISDIR")
    #expect(write("y", folder("file") + "\0") == "ENOENT")
    #expect(write("y", folder(String(repeating: "n", count: 300))) == "ENAMETOOLONG")
    #expect(try folder.names == ["below", "file"])
    #expect(folder.text("file") == "x")
  }

  @Test func `a name as long as names may be can be written`() throws {
    let folder = try TestFolder()
    #expect(write("x", folder(String(repeating: "n", count: 255))) == nil)
  }

  @Test func `in a folder without rights nothing is written or left behind`() throws {
    let folder = try TestFolder(["file": "old"])
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o700) }
    let found = try withoutPrivileges {
      [write("new", folder("file")), write("new", folder("other"))]
    }
    #expect(found == ["EACCES", "EACCES"])
    #expect(folder.text("file") == "old")
    #expect(try folder.names == ["file"])
  }
}

import OppSystem
import OppTestLimits
import Testing

@Suite(.limited) struct RegularFileTests {
  /// The content of a file, or the failure
  private func read(_ path: String, limit: Int = 100) -> String {
    var text = ""
    let failure = failure {
      text = String(decoding: try RegularFile.bytes(of: path, limit: limit), as: UTF8.self)
    }
    return failure ?? text
  }

  @Test func `a file is read up to the limit, and not beyond`() throws {
    let folder = try TestFolder(["five": "12345", "none": ""])
    #expect(read(folder("five"), limit: 5) == "12345")
    #expect(read(folder("five"), limit: 4) == "tooLarge")
    #expect(read(folder("none"), limit: 0) == "")
    let large = String(repeating: "0123456789", count: 20_000)
    let other = try TestFolder(["large": large])
    #expect(read(other("large"), limit: 200_000) == large)
    #expect(read(other("large"), limit: 199_999) == "tooLarge")
  }

  @Test func `a file of the system that says it is empty is read whole`() {
    #if os(Linux)
      #expect(read("/proc/self/status", limit: 1 << 20).contains("Pid:"))
      #expect(read("/proc/self/status", limit: 10) == "tooLarge")
    #endif
  }

  @Test func `a link is followed, and only a regular file is read`() throws {
    let folder = try TestFolder(["file": "x"])
    try folder.link("link", to: "file")
    try folder.link("zero", to: "/dev/zero")
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(read(folder("link")) == "x")
    for path in [folder("pipe"), folder("zero"), "/dev/null", folder.path] {
      #expect(read(path) == "notRegular")
    }
  }

  @Test func `a file that is not there, or whose path is wrong, has the reason of the system`()
    throws
  {
    let folder = try TestFolder(["file": "x"])
    try folder.link("circle", to: "circle")
    #expect(read(folder("missing")) == "ENOENT")
    #expect(read(folder("file/below")) == "ENOTDIR")
    #expect(read(folder("file\0")) == "ENOENT")
    #expect(read(folder("circle")) == "ELOOP")
    #expect(read(folder(String(repeating: "n", count: 300))) == "ENAMETOOLONG")
  }

  @Test func `a file without rights is not read`() throws {
    let folder = try TestFolder(["file": "x", "closed/file": "x"])
    chmod(folder("file"), 0)
    chmod(folder("closed"), 0)
    defer { chmod(folder("closed"), 0o700) }
    let found = try withoutPrivileges { [read(folder("file")), read(folder("closed/file"))] }
    #expect(found == ["EACCES", "EACCES"])
  }
}

import OppSystem
import OppTestLimits
import Testing

@Suite(.limited) struct FileStatusTests {
  @Test func `the status has the kind, the size and the permissions`() throws {
    let folder = try TestFolder(["file": "three"])
    try folder.link("link", to: "file")
    chmod(folder("file"), 0o640)
    let file = try FileStatus(of: folder("file"))
    #expect(file.kind == .file && file.size == 5 && file.permissions == 0o640)
    #expect(try FileStatus(of: folder("link")) == file)
    #expect(try FileStatus(of: folder("link"), followsLinks: false).kind == .link)
    #expect(try FileStatus(of: folder.path).kind == .folder)
    #expect(try FileStatus(of: "/dev/null").kind == .other)
  }

  @Test func `a file that is replaced has another number`() throws {
    let folder = try TestFolder(["file": "one"])
    let before = try FileStatus(of: folder("file"))
    try AtomicFile.write(Array("two".utf8), to: folder("file"))
    let after = try FileStatus(of: folder("file"))
    #expect(before.number != after.number && before.device == after.device)
  }

  @Test func `the time of the last change counts nanoseconds`() throws {
    let folder = try TestFolder(["file": "one"])
    var times = [timespec(tv_sec: 7, tv_nsec: 1), timespec(tv_sec: 8, tv_nsec: 123_456_789)]
    #expect(utimensat(AT_FDCWD, folder("file"), &times, 0) == 0)
    let modified = try FileStatus(of: folder("file")).modified
    #expect(modified.seconds == 8 && modified.nanoseconds == 123_456_789)
  }

  @Test func `a path with the character 0 names no file`() throws {
    let folder = try TestFolder(["file": "x"])
    #expect(failure { _ = try FileStatus(of: folder("file") + "\0.csv") } == "ENOENT")
    #expect(failure { _ = try FileStatus(of: folder("file/")) } == "ENOTDIR")
  }
}

import OppSystem
import OppTestLimits
import Testing

@Suite(.limited) struct PrivateFileTests {
  /// The content of a file, or the failure
  private func read(_ path: String, limit: Int = 100) -> String {
    do throws(PrivateFile.Failure) {
      return String(decoding: try PrivateFile.bytes(of: path, limit: limit), as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }

  @Test func `a file is read if its owner alone may open it`() throws {
    let folder = try TestFolder(["a": "12345"])
    for permissions: mode_t in [0o600, 0o400, 0o700] {
      #expect(chmod(folder("a"), permissions) == 0)
      #expect(read(folder("a"), limit: 5) == "12345")
    }
    #expect(read(folder("a"), limit: 4) == "tooLarge")
    for permissions: mode_t in [0o644, 0o640, 0o620, 0o604, 0o602, 0o610, 0o777] {
      #expect(chmod(folder("a"), permissions) == 0)
      #expect(read(folder("a")) == "othersMayRead", "\(permissions)")
    }
  }

  @Test func `nothing but a file is opened`() throws {
    let folder = try TestFolder(["a": "x"])
    #expect(chmod(folder("a"), 0o600) == 0)
    try folder.link("link", to: "a")
    try folder.link("nowhere", to: "b")
    #expect(mkfifo(folder("pipe"), 0o600) == 0)
    #expect(read(folder("link")) == "link" && read(folder("nowhere")) == "link")
    for path in [folder("pipe"), folder.path, "/dev/null"] { #expect(read(path) == "notRegular") }
    for path in [folder("b"), folder("a/b"), "a\0b"] { #expect(read(path) == "missing") }
  }

  @Test func `a file of another user is refused`() throws {
    // Only the superuser can give files away.
    guard geteuid() == 0 else { return }
    let folder = try TestFolder(["a": "x"])
    #expect(chmod(folder("a"), 0o600) == 0 && chown(folder("a"), 65_534, 65_534) == 0)
    #expect(read(folder("a")) == "ofAnotherUser")
  }

  @Test func `a file that is written privately is open to nobody else, and no link is followed`()
    throws
  {
    let folder = try TestFolder(["old": "old", "target": "mine"])
    try folder.link("link", to: "target")
    for name in ["new", "old", "link"] {
      try AtomicFile.writePrivately(Array("secret".utf8), to: folder(name))
      #expect(read(folder(name)) == "secret")
      #expect(try FileStatus(of: folder(name), followsLinks: false).permissions == 0o600)
    }
    #expect(folder.text("target") == "mine")
    #expect(try folder.names == ["link", "new", "old", "target"])
    #expect(throws: SystemFailure(code: ENOENT)) {
      try AtomicFile.writePrivately([], to: folder("no/where"))
    }
  }
}

import Foundation
import OppModel
@testable import OppStore
import OppTestLimits
import Testing

@Suite(.limited) struct OpeningTests {
  /// That a file is refused, and left as it is
  private func check(
    _ content: Data, is kind: StoreFailure.Kind, location: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try StoreFolder()
    try content.write(to: URL(filePath: folder.path))
    let failure = #expect(throws: StoreFailure.self, sourceLocation: location) {
      _ = try folder.open()
    }
    #expect(failure?.kind == kind, sourceLocation: location)
    #expect(failure?.message.contains(folder.path) == true, sourceLocation: location)
    #expect(
      try Data(contentsOf: URL(filePath: folder.path)) == content, sourceLocation: location)
  }

  /// The bytes of a SQLite file that a script makes
  private func database(_ script: String) throws -> Data {
    let folder = try StoreFolder()
    do {
      let maker = try Blocker(path: folder.file("other"))
      try maker.run(script)
    }
    return try Data(contentsOf: URL(filePath: folder.file("other")))
  }

  @Test(arguments: ["hello", "a", String(repeating: "place a = b\n", count: 1000)])
  func `a text file is no store`(text: String) throws {
    try check(Data(text.utf8), is: .foreign)
  }

  @Test func `a database of somebody else is no store`() throws {
    try check(try database("CREATE TABLE a (b)"), is: .foreign)
    try check(try database("CREATE TABLE a (b); PRAGMA user_version = 1"), is: .foreign)
    try check(try database("CREATE TABLE a (b); PRAGMA application_id = 7"), is: .foreign)
  }

  @Test func `a store of a newer version is refused`() throws {
    try check(
      try database("PRAGMA application_id = \(0x4F70_7021); PRAGMA user_version = 99"),
      is: .newer(found: 99, known: Int64(Migration.all.count)))
  }

  @Test func `an empty file becomes a store`() throws {
    let folder = try StoreFolder()
    try Data().write(to: URL(filePath: folder.path))
    #expect(try folder.open().list().isEmpty)
  }

  @Test func `a missing store is made with its folders, for its owner alone`() throws {
    let folder = try StoreFolder()
    let path = folder.file("a/b/store.sqlite")
    #expect(throws: StoreFailure(.missing, path: path)) {
      _ = try Store.open(path: path, isMade: false)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("a")))
    let store = try Store.open(path: path)
    try store.setEnabled("A", true, by: "t", at: .noon())
    for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
      #expect(try permissions(folder.file("a/b/" + name)) == 0o600, "\(name)")
    }
    #expect(try permissions(folder.file("a/b")) == 0o700)
    let lock = try store.becomeDaemon(pid: 1, at: .noon())
    #expect(try permissions(path + ".lock") == 0o600)
    withExtendedLifetime(lock) {}
  }

  @Test func `a file that is no store is reported`() throws {
    let folder = try StoreFolder()
    try Data("x".utf8).write(to: URL(filePath: folder.file("file")))
    for path in [folder.file(""), folder.file("file/store.sqlite"), ""] {
      #expect(throws: StoreFailure.self, "\(path)") { _ = try Store.open(path: path) }
    }
  }

  @Test func `what is no regular file is refused and left as it is`() throws {
    let folder = try StoreFolder()
    #expect(mkfifo(folder.path, 0o644) == 0)
    for path in [folder.path, folder.file("")] {
      let before = try permissions(path)
      for isMade in [true, false] {
        #expect(throws: StoreFailure(.notRegular, path: path)) {
          _ = try Store.open(path: path, isMade: isMade)
        }
      }
      #expect(try permissions(path) == before)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file(""))
    #expect(names == ["store.sqlite"])
  }

  @Test func `a device is refused and left as it is`() throws {
    let before = try permissions("/dev/null")
    #expect(throws: StoreFailure(.notRegular, path: "/dev/null")) {
      _ = try Store.open(path: "/dev/null")
    }
    #expect(try permissions("/dev/null") == before)
    #expect(!FileManager.default.fileExists(atPath: "/dev/null-journal"))
  }

  @Test func `a store with a second name is refused by either`() throws {
    let folder = try StoreFolder()
    _ = try folder.open()
    #expect(link(folder.path, folder.file("other.sqlite")) == 0)
    for path in [folder.path, folder.file("other.sqlite")] {
      #expect(throws: StoreFailure(.hardLinked(count: 2), path: path)) {
        _ = try Store.open(path: path)
      }
    }
    #expect(unlink(folder.file("other.sqlite")) == 0)
    #expect(try folder.open().list().isEmpty)
  }

  @Test func `a link to a missing file is where the store is made`() throws {
    let folder = try StoreFolder()
    #expect(symlink("deep/real.sqlite", folder.file("second")) == 0)
    #expect(symlink(folder.file("second"), folder.file("first")) == 0)
    #expect(throws: StoreFailure(.missing, path: folder.file("first"))) {
      _ = try Store.open(path: folder.file("first"), isMade: false)
    }
    try Store.open(path: folder.file("first")).setEnabled("A", true, by: "t", at: .noon())
    #expect(try Store.open(path: folder.file("deep/real.sqlite")).list().count == 1)
    #expect(symlink("loop", folder.file("loop")) == 0)
    #expect(throws: StoreFailure(.notOpenable, path: folder.file("loop"))) {
      _ = try Store.open(path: folder.file("loop"))
    }
  }

  @Test func `a damaged store is reported`() throws {
    let folder = try StoreFolder()
    do {
      let store = try folder.open()
      for second in Int64(0)..<200 {
        try store.commit(.firing(NewFiring(opp: "A", at: .noon(second), text: "t")))
      }
    }
    var bytes = try Data(contentsOf: URL(filePath: folder.path))
    bytes.replaceSubrange(4096..<bytes.count, with: Data(count: bytes.count - 4096))
    try bytes.write(to: URL(filePath: folder.path))
    let failure = #expect(throws: StoreFailure.self) { _ = try folder.open().history() }
    #expect(failure?.kind == .corrupt)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}

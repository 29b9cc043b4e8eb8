import Foundation
import OppModel
import OppStore
import Testing

@Suite struct OpeningTests {
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
      is: .newer(found: 99, known: 2))
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

  @Test func `what cannot be a store is told`() throws {
    let folder = try StoreFolder()
    try Data("x".utf8).write(to: URL(filePath: folder.file("file")))
    for path in [folder.file(""), folder.file("file/store.sqlite"), ""] {
      #expect(throws: StoreFailure.self, "\(path)") { _ = try Store.open(path: path) }
    }
  }

  @Test func `damage is told`() throws {
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

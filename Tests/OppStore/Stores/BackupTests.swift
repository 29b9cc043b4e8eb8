import Foundation
import OppModel
import OppTestLimits
import Testing

@testable import OppStore

/// Copies of a store as one file, and the way back
@Suite(.limited) struct BackupTests {
  /// A store with a firing of each of some names
  private func fill(_ store: Store, _ names: [String]) throws {
    for (index, name) in names.enumerated() {
      try store.commit(.firing(NewFiring(opp: name, at: .noon(Int64(index)), text: "t")))
    }
  }

  private func names(_ path: String) throws -> [String] {
    try Store.open(path: path, isMade: false).history().map(\.firing.opp).sorted()
  }

  private func kind(_ body: () throws -> Void) -> StoreFailure.Kind? {
    #expect(throws: StoreFailure.self) { try body() }?.kind
  }

  @Test func `what is saved is what is restored, on another machine too`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try fill(store, ["A", "B"])
    try store.setEnabled("A", false, by: "t", at: .noon())
    try store.backUp(to: folder.file("copy"))
    try fill(store, ["C"])
    let elsewhere = folder.file("elsewhere/store.sqlite")
    #expect(try Store.restore(elsewhere, from: folder.file("copy")) == nil)
    #expect(try names(elsewhere) == ["A", "B"])
    #expect(try Store.open(path: elsewhere).loadOverrides().count == 1)
  }

  @Test func `a copy is one file, for its owner alone`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    // Most of it is in the write-ahead log as yet.
    try fill(store, (0..<50).map { "Opp \($0)" })
    try store.backUp(to: folder.file("copy"))
    let files = try FileManager.default.contentsOfDirectory(
      atPath: (folder.path as NSString).deletingLastPathComponent)
    #expect(files.filter { $0.hasPrefix("copy") } == ["copy"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("copy"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try names(folder.file("copy")).count == 50)
  }

  @Test func `nothing that is there is overwritten`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try Data("mine".utf8).write(to: URL(filePath: folder.file("mine")))
    #expect(kind { try store.backUp(to: folder.file("mine")) } == .existing)
    #expect(try String(contentsOfFile: folder.file("mine"), encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: folder.file("mine.partial")))
    #expect(kind { try store.backUp(to: "/dev/null/copy") } == .notOpenable)
  }

  @Test func `what a store was before it was restored is kept, each time`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try fill(store, ["A"])
    try store.backUp(to: folder.file("copy"))
    try fill(store, ["B"])
    #expect(try Store.restore(folder.path, from: folder.file("copy")) == folder.path + ".before")
    // A connection that was open sees what it is now.
    #expect(try store.history().map(\.firing.opp) == ["A"])
    #expect(try names(folder.path + ".before") == ["A", "B"])
    try fill(store, ["C"])
    #expect(try Store.restore(folder.path, from: folder.file("copy")) == folder.path + ".before-2")
    #expect(try names(folder.path + ".before-2") == ["A", "C"])
  }

  @Test func `a copy of an earlier version is brought up to date`() throws {
    for version in 1..<Migration.all.count {
      let folder = try StoreFolder()
      let migrations = Array(Migration.all.prefix(version))
      let old = try Store.open(path: folder.file("old"), migrations: migrations)
      try old.backUp(to: folder.file("copy"))
      _ = try Store.restore(folder.path, from: folder.file("copy"))
      #expect(try names(folder.path) == [])
    }
  }

  @Test func `what is no copy, or damaged, or of a later version changes nothing`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try fill(store, ["A"])
    func restore(_ name: String) -> StoreFailure.Kind? {
      kind { _ = try Store.restore(folder.path, from: folder.file(name)) }
    }
    #expect(restore("none") == .missing)
    try Data().write(to: URL(filePath: folder.file("empty")))
    #expect(restore("empty") == .foreign)
    try Data(String(repeating: "no store ", count: 100).utf8).write(
      to: URL(filePath: folder.file("text")))
    #expect(restore("text") == .foreign)
    try store.backUp(to: folder.file("newer"))
    try Database(path: folder.file("newer")).script("PRAGMA user_version = 99")
    #expect(restore("newer") == .newer(found: 99, known: Int64(Migration.all.count)))
    // A page in the middle is gone.
    try fill(store, (0..<200).map { "Opp \($0)" })
    try store.backUp(to: folder.file("torn"))
    var bytes = try Data(contentsOf: URL(filePath: folder.file("torn")))
    bytes.replaceSubrange(8192..<(bytes.count / 2), with: Data(count: bytes.count / 2 - 8192))
    try bytes.write(to: URL(filePath: folder.file("torn")))
    #expect(restore("torn") == .corrupt)
    #expect(try names(folder.path).count == 201)
    #expect(!FileManager.default.fileExists(atPath: folder.path + ".before"))
  }

  @Test(arguments: [
    "CREATE VIEW seen AS SELECT * FROM firing", "CREATE TABLE other (id INTEGER)",
    "CREATE TRIGGER gone AFTER INSERT ON firing BEGIN DELETE FROM firing; END",
    "CREATE INDEX quick ON firing (opp)",
  ])
  func `a copy with what no store has is refused`(_ text: String) throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try fill(store, ["A"])
    try store.backUp(to: folder.file("copy"))
    try Database(path: folder.file("copy")).script(text)
    #expect(kind { _ = try Store.restore(folder.path, from: folder.file("copy")) } == .foreign)
    #expect(try names(folder.path) == ["A"])
  }

  @Test func `a store is no copy of itself, whatever leads to it`() throws {
    let folder = try StoreFolder()
    try fill(try folder.open(), ["A"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: folder.path)
    for name in [folder.path, folder.file("link")] {
      #expect(kind { _ = try Store.restore(folder.path, from: name) } == .sameFile)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + ".before"))
  }

  @Test func `a store is saved while a daemon works on it, and not restored`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    let lock = try store.becomeDaemon(pid: 41, at: .noon())
    try fill(store, ["A"])
    try folder.open().backUp(to: folder.file("copy"))
    #expect(try names(folder.file("copy")) == ["A"])
    let refused = kind { _ = try Store.restore(folder.path, from: folder.file("copy")) }
    #expect(refused == .running(pid: 41))
    withExtendedLifetime(lock) {}
  }

  @Test func `a copy is of one moment, however busy a writer is`() async throws {
    let folder = try StoreFolder()
    let path = folder.path
    let store = try folder.open()
    let writer = Task {
      let writer = try Store.open(path: path)
      for second in Int64(0)..<300 {
        var step = StepRecord(at: .noon(second))
        step.firings = ["A", "B"].map { NewFiring(opp: $0, at: .noon(second), text: "t") }
        try writer.commit(step)
      }
    }
    for number in 0..<10 {
      try store.backUp(to: folder.file("copy\(number)"))
      let found = try names(folder.file("copy\(number)"))
      #expect(found.filter { $0 == "A" }.count == found.filter { $0 == "B" }.count)
    }
    try await writer.value
  }
}

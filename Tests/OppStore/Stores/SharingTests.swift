import Foundation
import OppModel
import OppStore
import OppTestLimits
import Testing

@Suite(.limited) struct SharingTests {
  @Test func `a daemon and a command have it open at once`() throws {
    let folder = try StoreFolder()
    let daemon = try folder.open()
    let command = try folder.open()
    let before = try daemon.changeCount()
    #expect(try daemon.changeCount() == before)
    try command.setEnabled("A", false, by: "t", at: .noon())
    #expect(try daemon.changeCount() != before)
    try daemon.commit(.firing(NewFiring(opp: "A", at: .noon(), text: "t")))
    #expect(try command.history().count == 1)
  }

  @Test func `readers do not wait for a writer`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    try store.setEnabled("A", false, by: "t", at: .noon())
    let writer = try Blocker(path: folder.path)
    try writer.run("BEGIN IMMEDIATE; DELETE FROM standing;")
    #expect(try store.loadOverrides().count == 1)
    try writer.run("COMMIT")
    #expect(try store.loadOverrides().isEmpty)
  }

  @Test func `many writers lose nothing`() async throws {
    let folder = try StoreFolder()
    let path = folder.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let store = try Store.open(path: path)
          for second in Int64(0)..<25 {
            try store.commit(
              .firing(NewFiring(opp: "W\(writer)", at: .noon(second), text: "t")))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.open().history().count == 100)
  }

  @Test func `there is one daemon of a store`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    #expect(try store.runningDaemon() == nil)
    var lock: DaemonLock? = try store.becomeDaemon(pid: 41, at: .noon())
    let second = try folder.open()
    #expect(try second.runningDaemon()?.pid == 41)
    let failure = #expect(throws: StoreFailure.self) {
      _ = try second.becomeDaemon(pid: 42, at: .noon(1))
    }
    #expect(failure?.kind == .running(pid: 41))
    // A link is no way around it.
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.sqlite"), withDestinationPath: folder.path)
    let linked = try Store.open(path: folder.file("link.sqlite"))
    #expect(throws: StoreFailure.self) { _ = try linked.becomeDaemon(pid: 43, at: .noon(1)) }
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(try store.runningDaemon() == nil)
    let next = try second.becomeDaemon(pid: 42, at: .noon(2))
    withExtendedLifetime(next) {}
  }
}

import Foundation
import OppEngine
import OppModel
import OppSession
import OppTestLimits
import Testing

@testable import OppStore

@Suite(.limited) struct MigrationTests {
  @Test func `an empty file gets the tables of the newest version`() throws {
    let folder = try StoreFolder()
    let store = try folder.open()
    let looker = try Blocker(path: folder.path)
    #expect(try looker.column("PRAGMA user_version") == ["\(Migration.all.count)"])
    #expect(try looker.column("PRAGMA application_id") == ["\(Migration.applicationID)"])
    #expect(try looker.column("PRAGMA journal_mode") == ["wal"])
    #expect(try store.database.number("PRAGMA synchronous") == 2)
    #expect(try store.database.number("PRAGMA foreign_keys") == 1)
  }

  @Test func `a store of version 1 opens with what it holds`() throws {
    let folder = try StoreFolder()
    do {
      let maker = try Blocker(path: folder.path)
      try maker.run(OldStores.version1)
    }
    let store = try folder.open()
    let firing = try #require(try store.waiting(at: .noon(60)).first)
    #expect(
      firing.firing
        == NewFiring(
          opp: "Walk", row: "[\"x\"]", at: .noon(), text: "Go.", recipients: ["ann"],
          payload: "{}", colour: 255, isUrgent: true, delivered: .noon(60)))
    #expect(firing.attempts == 2)
    #expect(try store.loadOverrides().map(\.opp) == ["Bath", "Walk"])
    #expect(
      try store.loadDeclared()
        == [DeclaredOpp(name: "Walk", colour: 255, snooze: 3600, isDisabled: true)])
    #expect(
      try store.loadMemory()?.entries == [
        "k": "v", "session": "1 1782043000 1782043200 -",
        "provider 7:weather": "1 x3fe0000000000000 x3fd0000000000000 0 - well 0",
      ])
    #expect(try store.loadFetches(since: .distantPast).map(\.cost) == [1, 1])
    #expect(try store.loadAddresses().map(\.text) == ["here", "nowhere"])
    #expect(try store.loadTokens() == ["etag": "7"])
  }

  @Test func `a store of version 2 opens with what it holds`() throws {
    let folder = try StoreFolder()
    do {
      let maker = try Blocker(path: folder.path)
      try maker.run(OldStores.version2)
    }
    let store = try folder.open()
    // What was done before stays as it was: an Opp disabled, a row left alone.
    let overrides = try store.loadOverrides()
    #expect(overrides.map(\.opp) == ["Lamp", "Passport", "Task", "Windows"])
    #expect(overrides[1].choice?.isEnabled == false)
    #expect(overrides[2].snoozes.map(\.isDone) == [true])
    // What was dismissed has that answer, and the daemon has seen all snoozes.
    let dismissed = try store.history().filter { $0.answer == .dismissed }
    #expect(Set(dismissed.map(\.firing.opp)) == ["Passport", "Pills", "Task"])
    #expect(try store.answers().isEmpty)
    #expect(try store.loadMemory()?.engine?.entries.count == 20)
  }

  /// Keeps a firing of noon that waits, as versions 1 to 5 do
  private func insert(into store: Store, delivered: Instant) throws {
    let id = FiringIdentity.text(opp: "A", row: "", at: .noon())
    try store.database.run(
      """
      INSERT INTO firing (id, opp, row, at, text, urgent, delivered, state, next, changed)
      VALUES (?1, 'A', '', ?2, 'Late.', 0, ?3, 'waiting', ?3, ?2)
      """, .text(id), .instant(.noon()), .instant(delivered))
  }

  @Test func `what waits in a store of version 5 gets the notifiers of the rules`() throws {
    let folder = try StoreFolder()
    do {
      let before = Array(Migration.all.prefix(5))
      try insert(
        into: try Store.open(path: folder.path, migrations: before), delivered: .noon(60))
    }
    let store = try folder.open()
    try store.assign { [DeliveryPart(notifier: "home", recipients: $0)] }
    #expect(try store.nextDelivery(of: "home") == .noon(60))
    try store.markDelivered(
      FiringIdentity.text(opp: "A", row: "", at: .noon()), by: "home", at: .noon(61))
    #expect(try store.history().map(\.state) == [.delivered])
  }

  @Test func `what waits in a store of version 3 is delivered at the end of its quiet hours`()
    throws
  {
    let folder = try StoreFolder()
    do {
      let before = Array(Migration.all.prefix(3))
      let store = try Store.open(path: folder.path, migrations: before)
      try insert(into: store, delivered: .noon(3600))
    }
    let store = try folder.open()
    try store.releaseHeld(but: [], at: .noon(60))
    #expect(try store.waiting(at: .noon(60)).isEmpty)
    let due = try store.waiting(at: .noon(3600))
    #expect(due.map(\.firing.text) == ["Late."])
    #expect(due.map(\.firing.isHeld) == [false])
  }

  @Test func `a store of version 4 has nothing for charts yet`() throws {
    let folder = try StoreFolder()
    do {
      let before = Array(Migration.all.prefix(4))
      let store = try Store.open(path: folder.path, migrations: before)
      try insert(into: store, delivered: .noon())
    }
    let store = try folder.open()
    let kept = try store.loadForCharts(firingsFrom: .noon())
    #expect(kept.charts == [])
    #expect(kept.readings == [])
    #expect(kept.firings.map(\.firing.opp) == ["A"])
  }

  @Test func `firings of a store of version 7 have no titles, and later ones keep theirs`() throws {
    let folder = try StoreFolder()
    do {
      let before = Array(Migration.all.prefix(7))
      let store = try Store.open(path: folder.path, migrations: before)
      try insert(into: store, delivered: .noon())
    }
    let store = try folder.open()
    var step = StepRecord(at: .noon(60))
    step.firings = [
      NewFiring(opp: "A", row: #"["d"]"#, title: "Dishes", at: .noon(60), text: "Now.")
    ]
    try store.commit(step)
    #expect(try store.history().map(\.firing.title) == [nil, "Dishes"])
    #expect(try store.titles(of: "A") == [#"["d"]"#: "Dishes"])
  }

  @Test func `the state of fetches, providers and odds of version 10 is in the memory`() throws {
    let folder = try StoreFolder()
    do {
      let before = Array(Migration.all.prefix(10))
      let store = try Store.open(path: folder.path, migrations: before)
      try store.database.script(
        """
        INSERT INTO life VALUES (1, 1782000000, 1782043200);
        INSERT INTO asking VALUES ('source 4:good 0 -', 1782043100, 1782044000, 0, NULL, NULL, NULL, 1);
        INSERT INTO asking VALUES ('source 4:fail 0 -', NULL, NULL, 3, 1782043000, 1782043900, 1782043500, 1);
        INSERT INTO asking VALUES ('source 3:old 0 -', 1782043000, 1782042999, 2, 1782043000, 1782043900, NULL, 1);
        INSERT INTO supplier VALUES ('good (json)', 2.0, 0.5, 0.5);
        INSERT INTO odds VALUES ('5c7709ba3a0eb0c53bdc93a0b461705b', 0.5, 63.0);
        INSERT INTO odds VALUES ('5d76701ea6b0c2ac8bcf045d0fbe720c', 0.0, 2.0);
        """)
    }
    let memory = try #require(try folder.open().loadMemory())
    #expect(memory.present == .noon())
    #expect(memory.engine?.entries == [:])
    let past = Instant.distantPast.seconds
    #expect(
      memory.entries == [
        "session": "1 1782000000 1782043200 -",
        "fetch source 4:good 0 -": "1 1782043100 1782044000 - - - F 0",
        "fetch source 4:fail 0 -": "1 - \(past) - - - T 3 1782043000 1782043900 1782043500 F 0",
        "fetch source 3:old 0 -":
          "1 - \(past) - - - T 2 1782043000 1782043900 \(past) T outdated 28:its last reading was too old - 0",
        "provider 11:good (json)": "1 2 x3fe0000000000000 0 - well 0",
        "odds 5":
          "1 2 5c7709ba3a0eb0c53bdc93a0b461705b x3fe0000000000000 63 5d76701ea6b0c2ac8bcf045d0fbe720c 0 2",
      ])
  }

  @Test func `a conversion that does not come to its end leaves the store as it was`() throws {
    let folder = try StoreFolder()
    let before = Array(Migration.all.prefix(10))
    do {
      let store = try Store.open(path: folder.path, migrations: before)
      try store.database.script(
        """
        INSERT INTO life VALUES (1, 1782000000, 1782043200);
        INSERT INTO memory VALUES ('engine', '1 T');
        INSERT INTO supplier VALUES ('good (json)', 2.0, 0.5, 0.5);
        """)
    }
    let eleventh = Migration.eleventh
    let broken = Migration(script: eleventh.script + "DROP TABLE none;", after: eleventh.conversion)
    #expect(throws: StoreFailure.self) {
      try Store.open(path: folder.path, migrations: before + [broken])
    }
    do {
      let store = try Store.open(path: folder.path, migrations: before)
      #expect(try store.database.number("SELECT count(*) FROM memory") == 1)
      #expect(try store.database.number("SELECT count(*) FROM supplier") == 1)
    }
    let entries = try folder.open().loadMemory()?.entries
    #expect(entries?.keys.sorted() == ["engine", "provider 11:good (json)", "session"])
  }

  @Test func `a later migration comes after the earlier ones, and only once`() throws {
    let folder = try StoreFolder()
    try folder.open().setEnabled("A", false, by: "t", at: .noon())
    let later = Migration.all + [Migration(script: "CREATE TABLE more (a TEXT) STRICT;")]
    for _ in 0..<2 {
      let store = try Store.open(path: folder.path, migrations: later)
      #expect(try store.loadOverrides().count == 1)
      #expect(try store.database.number("SELECT count(*) FROM more") == 0)
    }
    #expect(
      throws: StoreFailure(
        .newer(found: Int64(later.count), known: Int64(Migration.all.count)), path: folder.path)
    ) { _ = try folder.open() }
  }

  @Test func `a migration that fails leaves the store as it was`() throws {
    let folder = try StoreFolder()
    try folder.open().setEnabled("A", false, by: "t", at: .noon())
    let broken =
      Migration.all + [Migration(script: "CREATE TABLE more (a TEXT); DROP TABLE nothing;")]
    #expect(throws: StoreFailure.self) {
      _ = try Store.open(path: folder.path, migrations: broken)
    }
    let store = try folder.open()
    #expect(try store.loadOverrides().count == 1)
    #expect(
      try store.database.number("SELECT count(*) FROM sqlite_schema WHERE name = 'more'") == 0)
  }

  @Test func `nothing is opened by halves where two processes make it at once`() async throws {
    let folder = try StoreFolder()
    let path = folder.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          try Store.open(path: path).setEnabled("A\(number)", true, by: "t", at: .noon())
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.open().loadOverrides().count == 8)
  }
}

import Foundation
import OppModel
import OppOutputs
import OppStore
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// The commands that work on the store, on a store of a test's own
@Suite(.limited) struct StoreCommandTests {
  private static let noon = Instant(seconds: 1_782_043_200)

  /// A folder with a store in which things have happened
  private final class World {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    let store: Store

    init() throws {
      store = try Store.open(path: folder.appending(path: "opp/store.sqlite").path)
      try store.declare([
        DeclaredOpp(name: "Chore due", colour: 0x1E88E5, snooze: 1800, isDisabled: false),
        DeclaredOpp(name: "Lunch walk", colour: 0xE53935, snooze: 3600, isDisabled: false),
        DeclaredOpp(name: "Tea", colour: nil, snooze: 3600, isDisabled: true),
      ])
      var step = StepRecord(at: noon)
      step.firings = [
        NewFiring(
          opp: "Chore due", row: #"["dishes",2]"#, at: noon.advanced(by: -7200),
          text: "Do the dishes.", recipients: ["ann"], payload: #"{"points":3}"#),
        NewFiring(opp: "Lunch walk", at: noon.advanced(by: -3600), text: "Lunch walk"),
        NewFiring(
          opp: "Chore due", row: #"["beds",1]"#, at: noon.advanced(by: -1800),
          text: "Make the beds."),
        NewFiring(
          opp: "Lunch walk", at: noon.advanced(by: -60), text: "Sunny.",
          delivered: noon.advanced(by: 600)),
        NewFiring(opp: "Tea", at: noon.advanced(by: -9000), text: "Tea.", isMissed: true),
      ]
      try store.commit(step)
      for part in try store.waiting(for: "", at: noon) where part.firing.firing.opp == "Lunch walk"
      {
        let firing = part.firing
        try store.markDelivered(firing.id, by: "", at: firing.firing.at.advanced(by: 2))
      }
      let beds = try store.history(HistoryFilter(row: #"["beds",1]"#))[0]
      try store.markAttempt(
        beds.id, by: "", at: noon, reason: "the service responded with 503",
        next: noon.advanced(by: 30))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func run(_ arguments: [String]) -> String {
      let console = Console()
      let context = CommandContext(
        workingDirectory: folder.path, variables: ["XDG_STATE_HOME": folder.path, "TZ": "UTC"],
        present: noon)
      let status = CommandLineTool.run(arguments, in: context, console)
      let text = String(decoding: console.transcript, as: UTF8.self)
      return status == .success ? text : text + "exit \(status.rawValue)\n"
    }
  }

  /// Runs a page of command lines, each with what it prints below
  private func check(_ page: String, location: SourceLocation = #_sourceLocation) throws {
    let world = try World()
    var printed: [String] = []
    for line in page.split(separator: "\n") where line.hasPrefix("$ opp ") {
      printed.append(String(line))
      printed.append(world.run(ExampleDocument.words(of: String(line.dropFirst("$ opp ".count)))))
    }
    let lines = printed.flatMap { $0.split(separator: "\n").map(String.init) }.map {
      $0.replacingOccurrences(of: world.folder.path, with: "FOLDER")
    }
    #expect(
      lines.joined(separator: "\n") == page, "\(lines.joined(separator: "\n"))",
      sourceLocation: location)
  }

  @Test func `list shows the state of each Opp`() throws {
    try check(
      """
      $ opp list
      Chore due   enabled                last fired 2026-06-21 11:30:00, 2 waiting to be delivered  blue
      Lunch walk  enabled                last fired 2026-06-21 11:59:00, 1 waiting to be delivered  red
      Tea         disabled by the rules  last fired 2026-06-21 09:30:00
      $ opp list --sort last
      Lunch walk  enabled                last fired 2026-06-21 11:59:00, 1 waiting to be delivered  red
      Chore due   enabled                last fired 2026-06-21 11:30:00, 2 waiting to be delivered  blue
      Tea         disabled by the rules  last fired 2026-06-21 09:30:00
      $ opp list --sort colour --format json
      {"type":"opp","opp":"Chore due","state":"enabled","colour":"blue","last":"2026-06-21T11:30:00Z","waiting":2}
      {"type":"opp","opp":"Lunch walk","state":"enabled","colour":"red","last":"2026-06-21T11:59:00Z","waiting":1}
      {"type":"opp","opp":"Tea","state":"disabled","last":"2026-06-21T09:30:00Z","waiting":0}
      $ opp list --zone Europe/Berln
      error: the zone database has no `Europe/Berln`
        help: did you mean `Europe/Berlin`?
      exit 2
      """)
  }

  @Test func `history says what has come of each firing`() throws {
    try check(
      """
      $ opp history
      2026-06-21 09:30:00  Tea: Tea. (missed)
      2026-06-21 10:00:00  Chore due ["dishes", 2]: Do the dishes. (not delivered yet)
      2026-06-21 11:00:00  Lunch walk
      2026-06-21 11:30:00  Chore due ["beds", 1]: Make the beds. (not delivered yet: the service responded with 503; tried next at 2026-06-21 12:00:30)
      2026-06-21 11:59:00  Lunch walk: Sunny. (to be delivered at 2026-06-21 12:10:00)
      $ opp history --format json "Chore due"
      {"type":"firing","opp":"Chore due","row":["dishes",2],"at":"2026-06-21T10:00:00Z","text":"Do the dishes.","to":["ann"],"payload":{"points":3},"id":"2026-06-21T10:00:00Z/Chore%20due/%5B%22dishes%22%2C2%5D","state":"waiting","changed":"2026-06-21T10:00:00Z","next":"2026-06-21T10:00:00Z"}
      {"type":"firing","opp":"Chore due","row":["beds",1],"at":"2026-06-21T11:30:00Z","text":"Make the beds.","id":"2026-06-21T11:30:00Z/Chore%20due/%5B%22beds%22%2C1%5D","state":"waiting","changed":"2026-06-21T12:00:00Z","attempts":1,"next":"2026-06-21T12:00:30Z","error":"the service responded with 503"}
      $ opp history "Chore due" --row "dishes, 2" --zone Europe/Berlin
      2026-06-21 12:00:00  Chore due ["dishes", 2]: Do the dishes. (not delivered yet)
      $ opp history --last 1 --to 2026-06-21T11:30
      2026-06-21 11:00:00  Lunch walk
      $ opp history "Chroe due"
      error: nothing is known of an Opp `Chroe due`
        help: did you mean `Chore due`?
      exit 2
      $ opp history --row x
      error: `--row` needs the NAME of its Opp
      exit 2
      $ opp history --last none
      error: `none` is not a number of firings
        help: write `--last 10`
      exit 2
      $ opp history "Chore due" --row "dishs, 2"
      error: `Chore due` has had no row `dishs, 2`
        help: did you mean `dishes, 2`?
      exit 2
      """)
  }

  @Test func `an instant of a key is local, as eval prints it, and --row takes it`() throws {
    let folder = try TemporaryFolder([
      "rules.opp": """
      set zone "Europe/Berlin"
      opp "Leave" for each e in agenda on e.begins - 25min notify "{e.title}"
      """,
      "data/agenda.csv": """
      uid,title,begins,ends,busy
      dentist,Dentist,2026-10-23T16:00,2026-10-23T17:00,true
      2026-06-23T14:00:00+02:00,Text,2026-10-26T16:00,2026-10-26T17:00,true
      """,
      "data/recording.json": """
      {"zone": "Europe/Berlin", "from": "2026-10-22T00:00", "to": "2026-10-27T00:00"}
      """,
    ])
    let run = ["run", "rules.opp", "--data", "data", "--store", "s"]
    let key = #"2026-10-23T16:00:00+02:00, "dentist""#
    for words in [["eval", "rules.opp", "--data", "data"], run] {
      let (text, status) = folder.run(words)
      #expect(status == .success)
      #expect(text.contains(#"  Leave [\#(key)]: Dentist"#), "\(text)")
      #expect(text.contains("Leave [2026-10-26T16:00:00+01:00, "), "\(text)")
    }
    // The history names the event by its title.
    #expect(folder.run(["history", "--store", "s"]).text.contains("  Leave [Dentist]: Dentist"))
    for row in [
      "Dentist", key, "[\(key)]", "2026-10-23T16:00:00+02:00, dentist",
      "2026-10-23T14:00:00Z,dentist",
      #"["2026-10-23T14:00:00Z", "dentist"]"#, #"["2026-10-23T14:00:00Z","dentist"]"#,
      #"[2026-10-23T10:00:00-04:00, "dentist"]"#,
    ] {
      let (text, status) = folder.run(["history", "Leave", "--row", row, "--store", "s"])
      #expect(status == .success, "\(row): \(text)")
      #expect(text.split(separator: "\n").filter { $0.contains("  Leave ") }.count == 1, "\(text)")
    }
    let (text, status) = folder.run([
      "history", "Leave", "--row", "2026-10-26T15:00:00Z, 2026-06-23T14:00:00+02:00", "--store",
      "s",
    ])
    #expect(status == .success, "\(text)")
    #expect(text.contains("2026-10-26 15:35:00  Leave [Text]: Text"), "\(text)")
  }

  @Test func `the identity of a firing means its Opp, its row, or itself`() throws {
    try check(
      """
      $ opp snooze 2026-06-21T11:30:00Z/Chore%20due/%5B%22beds%22%2C1%5D
      "Chore due" is enabled, ["beds", 1] snoozed until 2026-06-21 12:30:00.
      $ opp done 2026-06-21T10:00:00Z/Chore%20due/%5B%22dishes%22%2C2%5D
      "Chore due" is enabled, ["beds", 1] snoozed until 2026-06-21 12:30:00, ["dishes", 2] done.
      $ opp dismiss 2026-06-21T11:00:00Z/Lunch%20walk
      2026-06-21 11:00:00  Lunch walk (dismissed)
      2026-06-21 11:59:00  Lunch walk: Sunny. (dismissed)
      $ opp dismiss 2026-06-21T11:00:00Z/Lunch%20walk
      "Lunch walk" has nothing to dismiss.
      $ opp history "Lunch walk"
      2026-06-21 11:00:00  Lunch walk (dismissed)
      2026-06-21 11:59:00  Lunch walk: Sunny. (dismissed)
      $ opp snooze 2026-06-21T11:00:00Z/Lunch%20walk for 10min
      "Lunch walk" is snoozed until 2026-06-21 12:10:00.
      $ opp done 2026-06-21T11:59:00Z/Lunch%20walk
      "Lunch walk" is dismissed.
      $ opp list
      Chore due   enabled                last fired 2026-06-21 11:30:00  blue
        ["beds", 1] snoozed until 2026-06-21 12:30:00
        ["dishes", 2] done
      Lunch walk  enabled                last fired 2026-06-21 11:59:00, dismissed  red
      Tea         disabled by the rules  last fired 2026-06-21 09:30:00
      $ opp done 2026-06-21T11:59:01Z/Lunch%20walk
      error: nothing fired with the identity `2026-06-21T11:59:01Z/Lunch%20walk`
        help: `opp history --format json` has them
      exit 2
      """)
  }

  @Test func `a snooze is as long as is said, else as the rule says, and ends by enabling`() throws
  {
    try check(
      """
      $ opp snooze "Chore due" --row beds,1
      "Chore due" is enabled, ["beds", 1] snoozed until 2026-06-21 12:30:00.
      $ opp snooze "Chore due" for 2h
      "Chore due" is snoozed until 2026-06-21 14:00:00, ["beds", 1] snoozed until 2026-06-21 12:30:00.
      $ opp list
      Chore due   snoozed until 2026-06-21 14:00:00  last fired 2026-06-21 11:30:00  blue
        ["beds", 1] snoozed until 2026-06-21 12:30:00
      Lunch walk  enabled                            last fired 2026-06-21 11:59:00, 1 waiting to be delivered  red
      Tea         disabled by the rules              last fired 2026-06-21 09:30:00
      $ opp list --format json
      {"type":"opp","opp":"Chore due","state":"snoozed","until":"2026-06-21T14:00:00Z","rows":[{"row":["beds",1],"until":"2026-06-21T12:30:00Z"}],"colour":"blue","last":"2026-06-21T11:30:00Z","waiting":0}
      {"type":"opp","opp":"Lunch walk","state":"enabled","colour":"red","last":"2026-06-21T11:59:00Z","waiting":1}
      {"type":"opp","opp":"Tea","state":"disabled","last":"2026-06-21T09:30:00Z","waiting":0}
      $ opp enable "Chore due"
      "Chore due" is enabled.
      $ opp snooze "Lunch walk" 2h
      "Lunch walk" is snoozed until 2026-06-21 14:00:00.
      $ opp snooze "Lunch walk" for "2 parsecs"
      error: `2 parsecs` is not a duration
        help: write for example `90s`, `45min`, `1h30min` or `2d`
      exit 2
      $ opp snooze "Lunch walk" for
      error: `for` needs a duration
        help: for example `for 2h`
      exit 2
      """)
  }

  @Test func `what is disabled, done or dismissed is so`() throws {
    try check(
      """
      $ opp enable Tea
      "Tea" is enabled.
      $ opp disable Tae
      error: there is no Opp `Tae`
        help: did you mean `Tea`?
      exit 2
      $ opp disable Tea
      "Tea" is disabled by opp disable at 2026-06-21 12:00:00.
      $ opp dismiss "Lunch walk"
      2026-06-21 11:00:00  Lunch walk (dismissed)
      2026-06-21 11:59:00  Lunch walk: Sunny. (dismissed)
      $ opp dismiss "Lunch walk"
      "Lunch walk" has nothing to dismiss.
      $ opp dismiss "Chore due" --row "beds, 1"
      2026-06-21 11:30:00  Chore due ["beds", 1]: Make the beds. (dismissed)
      $ opp done "Chore due" --format json
      {"type":"opp","opp":"Chore due","state":"enabled","rows":[{"row":["beds",1],"answer":"dismissed"},{"row":["dishes",2],"answer":"done"}],"colour":"blue","last":"2026-06-21T11:30:00Z","waiting":0}
      $ opp history "Chore due"
      2026-06-21 10:00:00  Chore due ["dishes", 2]: Do the dishes. (done)
      2026-06-21 11:30:00  Chore due ["beds", 1]: Make the beds. (dismissed)
      """)
  }

  @Test func `times are those of the rules' zone, which is named`() throws {
    let world = try World()
    let walk = DeclaredOpp(name: "Lunch walk", colour: nil, snooze: 3600, isDisabled: false)
    try world.store.declare([walk], zone: "Asia/Tokyo")
    let zone = "times are those of Asia/Tokyo, the zone of the rules\n"
    #expect(
      world.run(["history", "Lunch walk", "--last", "1"])
        == "2026-06-21 20:59:00  Lunch walk: Sunny. (to be delivered at 2026-06-21 21:10:00)\n"
        + zone)
    #expect(
      world.run(["snooze", "Lunch walk"])
        == "\"Lunch walk\" is snoozed until 2026-06-21 22:00:00.\n" + zone)
    #expect(
      world.run(["list"])
        == """
        Lunch walk  snoozed until 2026-06-21 22:00:00  last fired 2026-06-21 20:59:00

        """ + zone)
    #expect(
      world.run(["history", "--to", "2026-06-21T18:45", "--last", "1"]).hasPrefix(
        "2026-06-21 18:30"))
    #expect(
      world.run(["list", "--zone", "UTC"])
        == "Lunch walk  snoozed until 2026-06-21 13:00:00  last fired 2026-06-21 11:59:00\n")
    #expect(world.run(["enable", "Lunch walk"]) == "\"Lunch walk\" is enabled.\n")
  }

  @Test func `a row that is done is said to be`() throws {
    try check(
      """
      $ opp done "Chore due" --row "beds, 1"
      "Chore due" is enabled, ["beds", 1] done.
      $ opp list --format json
      {"type":"opp","opp":"Chore due","state":"enabled","rows":[{"row":["beds",1],"answer":"done"}],"colour":"blue","last":"2026-06-21T11:30:00Z","waiting":1}
      {"type":"opp","opp":"Lunch walk","state":"enabled","colour":"red","last":"2026-06-21T11:59:00Z","waiting":1}
      {"type":"opp","opp":"Tea","state":"disabled","last":"2026-06-21T09:30:00Z","waiting":0}
      $ opp history "Chore due"
      2026-06-21 10:00:00  Chore due ["dishes", 2]: Do the dishes. (not delivered yet)
      2026-06-21 11:30:00  Chore due ["beds", 1]: Make the beds. (done)
      """)
  }

  @Test func `a daemon is notified of a change`() throws {
    let world = try World()
    let process = try idleProcess()
    let lock = try world.store.becomeDaemon(pid: Int64(process), at: Self.noon)
    #expect(world.run(["list"]).hasPrefix("Chore due"))
    #expect(world.run(["enable", "Tea"]) == "\"Tea\" is enabled.\n")
    var status: Int32 = 0
    #expect(waitpid(process, &status, 0) == process)
    #expect(status & 0x7F == SIGHUP)
    withExtendedLifetime(lock) {}
  }

  /// A process that does nothing, and that a signal ends: its own mask is empty, as that of a thread of
  /// the tests may not be
  private func idleProcess() throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    // Other tests have this process ignore the signal, which a child would inherit.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("3600"), nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/bin/sleep", nil, &attributes, &arguments, nil)
    try #require(code == 0)
    return process
  }

  @Test func `a file that is no store is reported and left alone`() throws {
    let world = try World()
    let file = world.folder.appending(path: "notes")
    try Data("milk".utf8).write(to: file)
    for command in [["list"], ["history"], ["disable", "Tea"]] {
      let printed = world.run(command + ["--store", "notes"])
      #expect(printed.contains("`\(file.path)` is not a store of opp"))
      #expect(printed.hasSuffix("exit 3\n"))
    }
    #expect(try Data(contentsOf: file) == Data("milk".utf8))
    #expect(world.run(["history", "--store", "nowhere"]).contains("there is no store"))
  }

  @Test func `a backup, and the way back`() throws {
    try check(
      """
      $ opp store backup copy.sqlite
      the store is saved to copy.sqlite
      $ opp store backup copy.sqlite
      error: `FOLDER/copy.sqlite` is there already
        help: name another file; this one is left as it is
      exit 3
      $ opp store restore copy.sqlite
      the store is that of copy.sqlite; what it was before is in FOLDER/opp/store.sqlite.before
      $ opp store restore none.sqlite
      error: there is no backup `none.sqlite`
      exit 3
      $ opp store restor copy.sqlite
      error: `opp store` does not know `restor`
        help: did you mean `restore`?
      exit 2
      """)
  }
}

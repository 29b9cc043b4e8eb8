import Foundation
import OppModel
import OppStore
import OppTesting
import OppTestLimits
import Testing

/// `opp run` in a process of its own: signals, rounds, its end
@Suite(.limited, .waiting) struct DaemonTests {
  private static let hall = """
    source hall fresh for 30min { warm: Bool }
    connect hall to json("URL/hall")
    opp "Warm" when warm notify "It is warm."
    """

  @Test(arguments: [SIGTERM, SIGINT])
  func `SIGTERM and SIGINT end it in the midst of a fetch`(signal: Int32) throws {
    let folder = try DaemonFolder(Self.hall)
    folder.server.on("/hall") { _ in .fault(.silence) }
    let process = try folder.run()
    #expect(ToolProcess.waits { !folder.server.requests.isEmpty })
    process.send(signal)
    #expect(process.wait() == .exited(0), "\(process.said)")
    let store = try folder.store()
    #expect(try store.loadMemory() != nil)
    // It was asked, which counts for a quota.
    #expect(try store.loadFetches(since: .distantPast).count == 1)
    #expect(try store.runningDaemon() == nil)
  }

  @Test func `SIGPIPE does not end it`() throws {
    let folder = try DaemonFolder(Self.hall)
    folder.server.on("/hall") { _ in .json(#"{"warm": false}"#) }
    let process = try folder.run()
    #expect(ToolProcess.waits { folder.responses == 1 })
    process.send(SIGPIPE)
    process.send(SIGUSR1)
    #expect(ToolProcess.waits { folder.server.requests.count == 2 })
    process.send(SIGTERM)
    #expect(process.wait() == .exited(0), "\(process.said)")
  }

  /// A service that refuses a request is asked again after ten minutes otherwise
  @Test func `SIGHUP repeats failed requests at once`() throws {
    let folder = try DaemonFolder(Self.hall)
    folder.server.on("/hall") { request in
      request.count == 0 ? .status(401) : .json(#"{"warm": true}"#)
    }
    let process = try folder.run()
    // The failure is known once it is in the store.
    #expect(ToolProcess.waits { folder.responses == 1 })
    process.send(SIGHUP)
    #expect(ToolProcess.waits { process.printed.contains("Warm: It is warm.") })
    process.send(SIGTERM)
    #expect(process.wait() == .exited(0))
    #expect(folder.server.requests.count == 2)
  }

  @Test func `SIGUSR1 and opp refresh fetch again what still counts`() throws {
    let folder = try DaemonFolder(Self.hall)
    folder.server.on("/hall") { _ in .json(#"{"warm": false}"#) }
    let process = try folder.run()
    // The daemon has told the commands what it fetches, and the first answer is in.
    #expect(ToolProcess.waits { folder.responses == 1 })
    process.send(SIGUSR1)
    #expect(ToolProcess.waits { folder.server.requests.count == 2 })
    #expect(try folder.refresh("hall").wait() == .exited(0))
    #expect(ToolProcess.waits { folder.server.requests.count == 3 })
    let misspelt = try folder.refresh("hal")
    #expect(misspelt.wait() == .exited(2))
    #expect(misspelt.said.contains("did you mean `hall`?"), "\(misspelt.said)")
    process.send(SIGTERM)
    #expect(process.wait() == .exited(0))
    let late = try folder.refresh("hall")
    #expect(late.wait() == .exited(3))
    #expect(late.said.contains("is not running"), "\(late.said)")
    #expect(folder.server.requests.count == 3)
  }

  @Test func `SIGHUP repeats failed deliveries at once`() throws {
    let folder = try DaemonFolder(
      """
      connect notifications to webhook("URL/hook")
      opp "Always" when time >= 0:00 notify "Now."
      """)
    folder.server.on("/hook") { request in .status(request.count == 0 ? 503 : 200) }
    let process = try folder.run()
    #expect(
      ToolProcess.waits { (try? folder.store().history().first?.attempts) == 1 }, "\(process.said)")
    process.send(SIGHUP)
    #expect(ToolProcess.waits { (try? folder.store().history().first?.state) == .delivered })
    process.send(SIGTERM)
    #expect(process.wait() == .exited(0))
    #expect(folder.server.requests.count == 2)
  }

  @Test func `SIGHUP leaves a notifier and a service alone that have asked for it`() throws {
    let folder = try DaemonFolder(
      Self.hall + """

        source attic fresh for 30min { hot: Bool }
        connect attic to json("URL/attic")
        connect notifications("Ann") to webhook("URL/ann")
        connect notifications("Bo") to webhook("URL/bo")
        connect notifications("Cy") to webhook("URL/cy")
        opp "Attic" when hot notify "It is hot."
        opp "For Ann" when time >= 0:00 notify "Now." to "Ann"
        opp "For Bo" when time >= 0:00 notify "Now." to "Bo"
        opp "For Cy" when time >= 0:00 notify "Now." to "Cy"
        """)
    let wait = ServerAnswer.status(429, headers: [("Retry-After", "3600")])
    for path in ["/ann", "/attic", "/cy"] { folder.server.on(path) { _ in wait } }
    for path in ["/bo", "/hall"] { folder.server.on(path) { _ in .status(503) } }
    let process = try folder.run()
    func count(_ path: String) -> Int { folder.server.requests(to: path).count }
    for round in 1...3 {
      // The failures are known once they are in the store.
      #expect(ToolProcess.waits { folder.responses == round + 1 }, "\(process.said)")
      for (opp, attempts) in [("For Ann", 1), ("For Bo", round), ("For Cy", 1)] {
        #expect(
          ToolProcess.waits {
            (try? folder.store().history(HistoryFilter(opp: opp)).first?.attempts) == attempts
          }, "\(opp): \(process.said)")
      }
      process.send(SIGHUP)
    }
    #expect(ToolProcess.waits { count("/bo") == 4 && count("/hall") == 4 })
    process.send(SIGTERM)
    #expect(process.wait() == .exited(0))
    for path in ["/ann", "/attic", "/cy"] { #expect(count(path) == 1, "\(path)") }
  }

  @Test func `SIGHUP takes changed rules in, and leaves those with errors`() throws {
    let folder = try DaemonFolder(Self.hall)
    folder.server.on("/hall") { _ in .json(#"{"warm": false}"#) }
    let process = try folder.run()
    #expect(ToolProcess.waits { process.said.contains("state: kept in") })
    try folder.write(Self.hall + "\nopp \"Broken\" when")
    process.send(SIGHUP)
    #expect(ToolProcess.waits { process.said.contains("the old ones stay") })
    try folder.write(Self.hall + "\nopp \"Always\" when time >= 0:00")
    process.send(SIGHUP)
    #expect(ToolProcess.waits { process.printed.contains("Always") }, "\(process.said)")
    #expect(process.said.contains("the rules have changed: 2 Opps"))
    process.send(SIGTERM)
    #expect(process.wait() == .exited(0))
  }

  @Test func `a pipe among the rules is refused, and the daemon goes on`() throws {
    let folder = try DaemonFolder(Self.hall)
    folder.server.on("/hall") { _ in .json(#"{"warm": false}"#) }
    let process = try folder.run(of: folder.folder.path)
    #expect(ToolProcess.waits { process.said.contains("state: kept in") })
    #expect(mkfifo(folder.folder.appending(path: "z.opp").path, 0o600) == 0)
    process.send(SIGHUP)
    #expect(ToolProcess.waits { process.said.contains("the old ones stay") }, "\(process.said)")
    #expect(process.said.contains("z.opp` is not a regular file"))
    let check = try ToolProcess(["check", folder.folder.path], in: folder.folder)
    #expect(check.wait() == .exited(3))
    #expect(check.said.contains("z.opp` is not a regular file"), "\(check.said)")
    try FileManager.default.removeItem(at: folder.folder.appending(path: "z.opp"))
    try folder.write(Self.hall + "\nopp \"Always\" when time >= 0:00")
    process.send(SIGHUP)
    #expect(ToolProcess.waits { process.printed.contains("Always") }, "\(process.said)")
    process.send(SIGTERM)
    #expect(process.wait() == .exited(0))
  }

  @Test func `a text that no program can take fails for good, and nothing else waits`() throws {
    let folder = try DaemonFolder(
      """
      let long = "\(String(repeating: "x", count: 60 << 10))"
      connect notifications to command("true {text}{text}")
      opp "Long" when time >= 0:00 notify "{long}"
      opp "Longer" when time >= 0:00 notify "{long}!"
      opp "Short" when time >= 0:00 notify "Now."
      """)
    let process = try folder.run(["--once"])
    #expect(process.wait() == .exited(3))
    #expect(
      process.said.contains(
        """
        notifications (command): the text is longer than the 100 KiB that a program can be given; \
        2 firings failed, and are not retried.
        """), "\(process.said)")
    #expect(!process.said.contains("well again"))
    #expect(!process.said.contains("wait"))
    #expect(try folder.store().history().map(\.state) == [.failed, .failed, .delivered])
  }

  @Test func `each person is notified where they are connected, and others on standard output`()
    throws
  {
    let folder = try DaemonFolder(
      """
      connect notifications("Ann") to command("/bin/sh -c 'echo \\"$1: $2\\" >> ann.txt' sh {to} {text}")
      opp "Ann" when time >= 0:00 notify "For Ann." to "Ann"
      opp "Both" when time >= 0:00 notify "For both." to ["Ann", "Bo"]
      opp "Me" when time >= 0:00 notify "For me."
      """)
    let process = try folder.run(["--once"])
    #expect(process.wait() == .exited(0), "\(process.said)")
    let lines = process.printed.split(separator: "\n").map { $0.dropFirst(21) }
    #expect(lines == ["Both: For both.", "Me: For me."])
    let ann = try String(contentsOf: folder.folder.appending(path: "ann.txt"), encoding: .utf8)
    #expect(ann.split(separator: "\n").sorted() == ["Ann: For Ann.", "Ann: For both."])
    #expect(try folder.store().history().allSatisfy { $0.state == .delivered })
  }

  @Test func `a round ends when everything is decided, and delivers nothing twice`() throws {
    let folder = try DaemonFolder(Self.hall)
    folder.server.on("/hall") { _ in .json(#"{"warm": true}"#) }
    for round in 0..<2 {
      let process = try folder.run(["--once"])
      #expect(process.wait() == .exited(0), "\(process.said)")
      #expect(process.printed.contains("Warm: It is warm.") == (round == 0))
    }
    #expect(folder.server.requests.count == 1)
  }

  @Test func `rounds keep the pauses of a service that fails, and say so by their status`() throws {
    let folder = try DaemonFolder(Self.hall)
    folder.server.on("/hall") { _ in .status(503) }
    for _ in 0..<3 { #expect(try folder.run(["--once"]).wait() == .exited(3)) }
    #expect(folder.server.requests.count == 1)
  }
}

/// Rules, a store and a server for a daemon
private final class DaemonFolder {
  let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
  let server: LoopbackServer

  /// - Parameter rules: in which `URL` stands for the address of the server.
  init(_ rules: String) throws {
    server = try LoopbackServer()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(rules)
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// In one go, as an editor does
  func write(_ rules: String) throws {
    let text = "set zone \"UTC\"\n" + rules.replacing("URL", with: server.url)
    try Data(text.utf8).write(to: folder.appending(path: "rules.opp"), options: .atomic)
  }

  func run(_ options: [String] = [], of rules: String? = nil) throws -> ToolProcess {
    try ToolProcess(
      ["run", rules ?? path("rules.opp"), "--store", path("store.sqlite")] + options, in: folder)
  }

  func refresh(_ name: String) throws -> ToolProcess {
    try ToolProcess(["refresh", name, "--store", path("store.sqlite")], in: folder)
  }

  func store() throws -> Store {
    try Store.open(path: path("store.sqlite"), isMade: false)
  }

  /// The number of requests whose responses, or failures, are in the store
  var responses: Int? {
    try? store().loadFetches(since: .distantPast).count { $0.outcome != .awaited }
  }
}

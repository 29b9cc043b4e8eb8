import Foundation
import OppModel
import OppOutputs
import OppStore
import OppTesting
import Testing

@testable import opp

/// A folder with rules and a store, the services that the rules ask, and a clock
///
/// Unchecked, for one test has it, and does one thing with it at a time.
final class LiveFolder: @unchecked Sendable {
  let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
  let server: LoopbackServer
  let clock: ScriptedClock
  var variables: [String: String] = [:]

  /// What is lived by: files or folders, from the folder on
  private let operands: [String]

  /// Everything that was printed so far, life after life
  private(set) var printed = ""

  /// What has been printed in the life that goes on; for the thread of that life
  var transcript: String { String(decoding: console?.transcript ?? [], as: UTF8.self) }
  private var console: Console?

  /// That of the last life
  private(set) var status: OppOutputs.ExitStatus?

  /// Another clock in place of the scripted one
  var machineClock: (any LiveClock)?

  /// - Parameters:
  ///   - rules: in which `URL` stands for the address of the server.
  ///   - haste: how long the clock stands still for what is under way; nil for as long as it takes.
  init(
    _ rules: String, from: String = "2026-06-21T00:00:00Z", to: String,
    haste: DispatchTimeInterval? = nil
  ) throws {
    operands = ["rules.opp"]
    server = try LoopbackServer()
    clock = ScriptedClock(
      from: try LiveFolder.instant(from), to: try LiveFolder.instant(to), haste: haste)
    try prepare()
    try write(rules)
  }

  /// - Parameter story: a folder of the checkout, whose rules are copied.
  init(story: String, from: String, to: String) throws {
    operands = ["."]
    server = try LoopbackServer()
    clock = ScriptedClock(from: try LiveFolder.instant(from), to: try LiveFolder.instant(to))
    try prepare()
    let source = Repository.root.appending(path: story)
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path)
    where name.hasSuffix(".opp") {
      try FileManager.default.copyItem(
        at: source.appending(path: name), to: folder.appending(path: name))
    }
  }

  private func prepare() throws {
    // A command that changes the store tells the daemon by a signal: here both are one process.
    signal(SIGHUP, SIG_IGN)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    server.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  static func instant(_ text: String) throws -> Instant {
    try #require(Instant(rfc3339: text))
  }

  func write(_ rules: String) throws {
    let text = "set zone \"UTC\"\n" + rules.replacing("URL", with: server.url)
    try Data(text.utf8).write(to: folder.appending(path: "rules.opp"))
  }

  /// Lives from the present of the clock to its end
  ///
  /// On a thread of its own: the loop waits for tasks, whose threads it must not hold up.
  @discardableResult
  func live(_ options: [String] = []) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try self.liveHere(options) })
      }
    }
  }

  private func liveHere(_ options: [String]) throws -> String {
    let console = Console()
    self.console = console
    let invocation = try Invocation.parse(
      operands + ["--store", "store.sqlite"] + options, for: .run)
    let context = context
    let checked = try CheckedRules.read(operands, in: context)
    guard checked.printProblems(console) else {
      Issue.record("\(String(decoding: console.transcript, as: UTF8.self))")
      return ""
    }
    let opened = try OpenedStore.open(invocation, isMade: true, in: context)
    let run = LiveRun(
      invocation: invocation, operands: operands, context: context,
      console: console, clock: machineClock ?? clock, hearsSignals: false)
    status = try run.live(checked, opened)
    console.flush()
    let text = String(decoding: console.transcript, as: UTF8.self)
    printed += text
    return text
  }

  /// Runs another command on the same store
  func command(_ arguments: String...) -> String { command(arguments) }

  /// - Parameter isOfStore: whether it takes the store.
  func command(_ arguments: [String], isOfStore: Bool = true) -> String {
    let console = Console()
    let store = isOfStore ? ["--store", folder.appending(path: "store.sqlite").path] : []
    _ = CommandLineTool.run(arguments + store, in: context, console)
    return String(decoding: console.transcript, as: UTF8.self)
  }

  private var context: CommandContext {
    CommandContext(
      workingDirectory: folder.path, variables: variables.merging(["TZ": "UTC"]) { $1 },
      present: machineClock?.now ?? clock.now)
  }

  func store() throws -> Store {
    try Store.open(path: folder.appending(path: "store.sqlite").path)
  }

  /// `12:00:00 Noon` for each firing in the store
  func firings() throws -> [String] {
    try store().history().map { stored in
      let time = stored.firing.at.rfc3339.dropFirst(11).prefix(8)
      return "\(time) \(stored.firing.opp)"
    }
  }

  /// How many lines said so far contain a text
  func count(of text: String) -> Int {
    printed.split(separator: "\n").count { $0.contains(text) }
  }
}

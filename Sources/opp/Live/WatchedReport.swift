internal import OppOutputs
internal import OppProviders
internal import OppSystem

/// A report that is served to the browsers of this machine, and remade when rules or data change
///
/// ```
/// $ opp report trips --watch
/// http://127.0.0.1:8474/ shows the report; Ctrl-C ends it
/// ```
///
/// Rules with errors have a page as well, with their problems.
final class WatchedReport {
  private let invocation: Invocation
  private let context: CommandContext

  /// The rule files, and the files of the recording
  private let rules: RuleWatch
  private var data: [String: FileStamp]

  private let server: PageServer

  /// The page that is served
  private(set) var page: [UInt8]

  /// The port if none is named
  private static let usualPort: UInt16 = 8474

  /// The time between two looks at the files, in milliseconds
  private static let interval: Int32 = 300

  /// Makes the report, and begins to listen
  ///
  /// - Throws: if the port is no port, or is taken.
  init(_ invocation: Invocation, in context: CommandContext) throws(CommandFailure) {
    var port = Self.usualPort
    if let text = invocation.value("--port") {
      guard let named = UInt16(text) else {
        throw .usage("`\(text)` is not a port", help: "ports go from 0, any that is free, to 65535")
      }
      port = named
    }
    self.invocation = invocation
    self.context = context
    rules = RuleWatch(invocation.rulePaths, in: context, nil)
    data = Self.stamps(invocation, in: context)
    page = Self.page(invocation, in: context)
    do throws(PageServer.Failure) {
      server = try PageServer(port: port, page: page)
    } catch {
      throw .outside(
        "there is no listening at port \(port): \(error.reason)",
        help: "give another one: `--port 0` takes any that is free")
    }
  }

  /// Serves a report for as long as the process runs
  static func run(
    _ invocation: Invocation, _ context: CommandContext, _ console: Console
  ) throws(CommandFailure) -> ExitStatus {
    for option in ["--format", "--output", "--store"] where invocation.has(option) {
      throw .usage("`--watch` shows a page, and takes no `\(option)`")
    }
    let report = try WatchedReport(invocation, in: context)
    console.line("\(report.address) shows the report; Ctrl-C ends it")
    console.flush()
    while console.outputFailure == nil { report.step() }
    return .outside
  }

  /// The address for a browser
  var address: String { "http://127.0.0.1:\(server.port)/" }

  /// Serves for a time at most, and remakes the report when a file has changed
  func step(milliseconds: Int32 = WatchedReport.interval) {
    server.serve(milliseconds: milliseconds)
    let stamps = Self.stamps(invocation, in: context)
    // Both are called each time, because a call forgets the state before.
    let hasChanged = rules.hasChanged()
    guard hasChanged || stamps != data else { return }
    data = stamps
    page = Self.page(invocation, in: context)
    server.replace(page: page)
  }

  /// The page, or in its place the problems of the rules or the data
  private static func page(_ invocation: Invocation, in context: CommandContext) -> [UInt8] {
    let console = Console()
    do throws(CommandFailure) {
      let rules = try CheckedRules.read(invocation.rulePaths, in: context)
      if rules.printProblems(console) {
        let replays = try ReportRun.read(rules, invocation, context, console)
        let report = replays.report(
          title: ReportRun.title(of: rules.files, in: context), charts: replays.charts().charts,
          simulates: true, console)
        return Array(ReportPage(report).text.utf8)
      }
    } catch {
      console.report(error)
    }
    console.flush()
    return Array(ReportPage.problem(String(decoding: console.transcript, as: UTF8.self)).utf8)
  }

  /// The states of the files of the recording
  private static func stamps(
    _ invocation: Invocation, in context: CommandContext
  ) -> [String: FileStamp] {
    var found: [String: FileStamp] = [:]
    let folders =
      [invocation.value("--data")].compactMap { $0 } + invocation.rulePaths.map { $0 + "/data" }
    for folder in folders where context.kind(of: folder) == .folder {
      let root = context.resolved(folder)
      let names = (try? Folder.names(in: root)) ?? []
      for name in names { found[root + "/" + name] = FileStamp(path: root + "/" + name) }
    }
    return found
  }
}

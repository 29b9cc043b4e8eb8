import Foundation
import OppTestLimits
import OppTesting
import Testing

/// A log that other programs write while `opp run` watches it, in a process of its own
///
/// Without the watch the file is looked at once a minute, which is longer than a test may take.
@Suite(.limited, .waiting) struct WatchedFileTests {
  /// The folder of rules and the run over them
  private struct Run {
    private let home: TemporaryFolder
    let process: ToolProcess

    var folder: URL { home.url }

    init(_ rules: String, _ files: [String: String]) throws {
      home = try TemporaryFolder(files.merging(["rules.opp": rules]) { $1 })
      let (store, path) = ("state.sqlite", "rules.opp")
      process = try ToolProcess(
        [
          "run", "--store", home.url.appending(path: store).path,
          home.url.appending(path: path).path,
        ],
        in: home.url)
    }

    func append(_ text: String, to name: String) throws {
      let handle = try FileHandle(forWritingTo: folder.appending(path: name))
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(text.utf8))
    }

    func rename(_ old: String, to new: String) throws {
      try FileManager.default.moveItem(
        at: folder.appending(path: old), to: folder.appending(path: new))
    }

    /// Waits until the run has printed a text
    func prints(_ text: String) -> Bool { ToolProcess.waits { process.printed.contains(text) } }

    func ends() -> Bool {
      process.send(SIGTERM)
      return process.wait() == .exited(0)
    }
  }

  /// A line of a log, of now
  private static func line(_ value: Int) -> String {
    "\(Int(Date().timeIntervalSince1970)),\(value)\n"
  }

  private static let rules = """
    source probe { v: Number }
    connect probe to csv("probe.csv")
    opp "First" when v == 1
    opp "V" on v changes notify "is {v}."
    """

  @Test func `a line that is appended is a push, and so is one in a log that was renamed`() throws {
    let run = try Run(Self.rules, ["probe.csv": "time,v\n" + Self.line(1)])
    #expect(run.prints("First"), "\(run.process.said)")
    for value in 2...4 {
      try run.append(Self.line(value), to: "probe.csv")
      #expect(run.prints("V: is \(value)."), "\(run.process.printed)\(run.process.said)")
    }
    // As `logrotate` does it: the program writes on until it opens its log again.
    try run.rename("probe.csv", to: "probe.csv.1")
    try run.append(Self.line(5), to: "probe.csv.1")
    try Data("time,v\n".utf8).write(to: run.folder.appending(path: "probe.csv"))
    #expect(run.prints("V: is 5."), "\(run.process.printed)\(run.process.said)")
    try run.append(Self.line(6), to: "probe.csv")
    #expect(run.prints("V: is 6."), "\(run.process.printed)\(run.process.said)")
    #expect(run.ends())
    #expect(run.process.printed.split(separator: "\n").filter { $0.contains("V: is") }.count == 5)
  }

  @Test func `half a line is no reading, and is one with its end`() throws {
    let run = try Run(Self.rules, ["probe.csv": "time,v\n" + Self.line(1)])
    #expect(run.prints("First"), "\(run.process.said)")
    let line = Self.line(27)
    try run.append(String(line.dropLast(2)), to: "probe.csv")
    try run.append("7\n" + Self.line(28), to: "probe.csv")
    #expect(run.prints("V: is 28."), "\(run.process.printed)\(run.process.said)")
    #expect(run.ends())
    #expect(!run.process.printed.contains("is 2."), "\(run.process.printed)")
  }

  @Test func `a row that is added to a table is a push`() throws {
    let rules = """
      table bins by kind { kind: Text }
      connect bins to csv("bins.csv")
      opp "Bin" for each b in bins when b.kind != "" notify "is {b.kind}."
      """
    let run = try Run(rules, ["bins.csv": "kind\npaper\n"])
    #expect(run.prints("is paper."), "\(run.process.said)")
    try run.append("glass\n", to: "bins.csv")
    #expect(run.prints("is glass."), "\(run.process.printed)\(run.process.said)")
    try run.append("tins\n", to: "bins.csv")
    #expect(run.prints("is tins."), "\(run.process.printed)\(run.process.said)")
    #expect(run.ends())
  }
}

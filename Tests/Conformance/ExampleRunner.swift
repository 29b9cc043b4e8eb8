import Foundation
import OppModel
import OppOutputs
import OppTesting
import Testing

@testable import opp

/// Runs the examples of a Markdown page through the command line, in a folder of their own
enum ExampleRunner {
  /// The page with what the commands print now, and the differences from what it says
  struct Outcome {
    var page: String
    var failures: [(line: Int, command: String, expected: String, printed: String)] = []
  }

  /// Runs commands of a page in a folder that is there, where no files are written
  ///
  /// - Parameters:
  ///   - line: the line of the one command that runs; nil for all.
  ///   - variables: those of the environment.
  static func run(
    _ page: String, in root: URL, commandAt line: Int?, variables: [String: String]
  ) -> Outcome {
    var outcome = Outcome(page: page)
    for case .command(let command) in ExampleDocument(page).sections.flatMap(\.steps)
    where line == nil || command.line == line {
      outcome.check(command, transcript(of: command.arguments, in: root, variables))
    }
    outcome.replaceAll()
    return outcome
  }

  /// Runs all commands of a page, those of a section in a folder of its own
  static func run(_ page: String) throws -> Outcome {
    var outcome = Outcome(page: page)
    for section in ExampleDocument(page).sections {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "opp-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for step in section.steps {
        switch step {
        case .file(let path, let text): try write(text, to: folder.appending(path: path))
        case .command(let command):
          outcome.check(command, transcript(of: command.arguments, in: folder))
        }
      }
    }
    outcome.replaceAll()
    return outcome
  }

  private static func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// What a command prints, with its exit status where that is not 0
  private static func transcript(
    of arguments: [String], in folder: URL, _ variables: [String: String] = [:]
  ) -> String {
    let console = Console()
    // A state of its own, and a present that stands still.
    let own = ["XDG_STATE_HOME": folder.appending(path: "state").path, "TZ": "UTC"]
    let surroundings = CommandContext(
      workingDirectory: folder.path, variables: variables.merging(own) { $1 },
      present: Instant(rfc3339: "2026-06-21T12:00:00Z"))
    let status = CommandLineTool.run(arguments, in: surroundings, console)
    var text = String(decoding: console.transcript, as: UTF8.self)
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    return status == .success ? text : text + "exit \(status.rawValue)\n"
  }
}

extension ExampleRunner.Outcome {
  fileprivate mutating func check(_ command: ExampleDocument.Command, _ printed: String) {
    guard printed != command.output else { return }
    failures.append(
      (command.line, command.arguments.joined(separator: " "), command.output, printed))
  }

  fileprivate mutating func replaceAll() {
    for failure in failures.reversed() { replace(failure) }
  }

  /// Puts what was printed in the place of what the page says
  fileprivate mutating func replace(
    _ failure: (line: Int, command: String, expected: String, printed: String)
  ) {
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let count = failure.expected.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    var printed = failure.printed.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    if printed.last == "" { printed.removeLast() }
    lines.replaceSubrange(failure.line..<(failure.line + max(count, 0)), with: printed)
    page = lines.joined(separator: "\n")
  }
}

/// Checks a page, or rewrites it under OPP_UPDATE_GOLDEN=1
func checkPage(_ path: String) throws {
  let page = try Repository.text(path)
  let outcome = try ExampleRunner.run(page)
  if isUpdate { return try update(path, to: outcome.page) }
  record(outcome, path)
}

/// Checks one command of a page, which runs beside a copy of the examples with the readings since April
///
/// Under OPP_UPDATE_GOLDEN=1 the first command stands for all, runs in the checkout itself, and rewrites the page.
func checkPage(_ path: String, commandAt line: Int) throws {
  let page = try Repository.text(path)
  let variables = variables(beside: Repository.root.appending(path: path))
  if isUpdate {
    guard try commands(of: [path]).first?.line == line else { return }
    let outcome = ExampleRunner.run(
      page, in: Repository.root, commandAt: nil, variables: variables)
    return try update(path, to: outcome.page)
  }
  let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  try ExampleCopy.write(into: folder, from: "2013-03-31")
  record(ExampleRunner.run(page, in: folder, commandAt: line, variables: variables), path)
}

/// The commands of pages, by their lines
func commands(of pages: [String]) throws -> [(page: String, line: Int)] {
  try pages.flatMap { page in
    ExampleDocument(try Repository.text(page)).sections.flatMap(\.steps).compactMap { step in
      if case .command(let command) = step { (page, command.line) } else { nil }
    }
  }
}

private let isUpdate = ProcessInfo.processInfo.environment["OPP_UPDATE_GOLDEN"] == "1"

private func update(_ path: String, to page: String) throws {
  guard try page != Repository.text(path) else { return }
  try Data(page.utf8).write(to: Repository.root.appending(path: path))
}

private func record(_ outcome: ExampleRunner.Outcome, _ path: String) {
  for failure in outcome.failures {
    Issue.record(
      """
      \(path):\(failure.line): opp \(failure.command)
      expected:
      \(failure.expected)
      printed:
      \(failure.printed)
      """)
  }
}

/// What a file `environment` beside a page sets, as `EnvironmentFile` of systemd reads it
private func variables(beside page: URL) -> [String: String] {
  let file = page.deletingLastPathComponent().appending(path: "environment")
  guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [:] }
  let pairs = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
    $0.split(separator: "=", maxSplits: 1).map(String.init)
  }
  return Dictionary(
    pairs.filter { $0.count == 2 }.map { ($0[0], $0[1].trimmingCharacters(in: ["\""])) }
  ) { $1 }
}

/// The Markdown pages below a folder of the checkout, by path
func pages(below folder: String) throws -> [String] {
  let root = Repository.root.appending(path: folder)
  let found = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
  return found.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
}

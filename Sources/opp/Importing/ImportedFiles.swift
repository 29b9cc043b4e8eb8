internal import OppModel
internal import OppOutputs
internal import OppRecordings
internal import OppSystem

/// The files that `opp import --into DIR --recording` writes
///
/// ```
/// DIR/porch.opp        the declaration, the connection, and a rule to begin with as a comment
/// DIR/data/porch.csv   the readings: UTC, points, the fields alone
/// ```
struct ImportedFiles {
  private let sketch: FileSketch
  private let name: String
  private let folder: String
  private let writesRules: Bool
  private let writesRecording: Bool
  private let context: CommandContext
  private let console: Console

  init(
    _ sketch: FileSketch, _ invocation: Invocation, _ context: CommandContext, _ console: Console
  ) {
    self.sketch = sketch
    name = sketch.subject
    folder = invocation.value("--into") ?? "."
    writesRules = invocation.has("--into")
    writesRecording = invocation.has("--recording")
    self.context = context
    self.console = console
  }

  /// Writes all files, or none if one of them is there already
  func write() throws(CommandFailure) {
    var files: [(path: String, text: String)] = []
    if writesRules, !sketch.proposal.isEmpty || sketch.rule != nil {
      files.append((below("\(name).opp"), rules))
    }
    if writesRules, let companion = sketch.companion {
      files.append((below(companion.name), companion.text))
    }
    if writesRecording, let recording = sketch.recording {
      files.append((below("data/\(recording.name)"), recording.text))
    }
    guard !files.isEmpty else {
      throw .usage(
        "there is nothing to write of this file",
        help: sketch.recording == nil ? nil : "add `--recording`")
    }
    for file in files where context.kind(of: file.path) != .missing {
      throw .usage("`\(file.path)` is there already", help: "name another folder, or `--as NAME`")
    }
    try makeFolders(of: files.map(\.path))
    for file in files { try context.write(Array(file.text.utf8), to: file.path) }
    for file in files { console.message("wrote \(file.path)") }
    printNextStep()
  }

  /// The text of the rule file
  private var rules: String {
    var lines = ["// \(sketch.file): \(sketch.summary)"] + sketch.proposal
    if let rule = sketch.exampleRule {
      lines += ["", "// A rule to begin with; take the `//` away:", "// \(rule)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func printNextStep() {
    if writesRules, sketch.exampleRule != nil {
      console.message("next: \(below("\(name).opp")) has a rule to begin with, as a comment")
    }
    guard writesRecording else { return }
    let options = (sketch.rule?.evaluation ?? (sketch.isTable ? days : nil)).map { " " + $0 } ?? ""
    console.message("`opp eval \(folder)\(options)` replays the recording")
  }

  /// The options that replay this day, for rows that name none
  private var days: String {
    let today = Zone.utc.local(at: context.present).date
    return "--from \(today.iso8601)T00:00 --to \(today.advanced(by: 1).iso8601)T00:00"
  }

  private func below(_ path: String) -> String { folder == "." ? path : "\(folder)/\(path)" }

  private func makeFolders(of paths: [String]) throws(CommandFailure) {
    for path in paths {
      guard let slash = path.lastIndex(of: "/") else { continue }
      let folder = String(path[..<slash])
      do throws(SystemFailure) {
        try Folder.make(context.resolved(folder))
      } catch {
        throw .outside("the folder `\(folder)` cannot be made")
      }
    }
  }

  /// The path of a file as rules in a folder write it: from there, or the whole path if it was named so and lies elsewhere
  static func path(of file: String, from folder: String?, in context: CommandContext) -> String {
    guard let folder, folder != "." else { return file }
    let whole = FilePath(context.resolved(file)).standardized.text
    let root = FilePath(context.resolved(folder)).standardized.text
    if whole.hasPrefix(root + "/") { return String(whole.dropFirst(root.utf8.count + 1)) }
    guard !file.hasPrefix("/"), !folder.hasPrefix("/") else { return whole }
    let (parts, folders) = (whole.split(separator: "/"), root.split(separator: "/"))
    let shared = zip(parts, folders).prefix { $0 == $1 }.count
    let way = folders.dropFirst(shared).map { _ in ".." } + parts.dropFirst(shared)
    return way.joined(separator: "/")
  }
}

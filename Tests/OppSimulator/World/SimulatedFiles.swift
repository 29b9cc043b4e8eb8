import Foundation
import OppModel
import OppOutputs
import opp

/// The folder of a simulated machine: the rule file and the store
final class SimulatedFiles {
  let folder: String

  /// The lines of the whole rule file
  private let rules: [String]

  /// The same with other limits
  private let rulesWithOtherLimits: [String]

  /// `true` if the rule file is as it was
  private(set) var isWhole = true

  init(folder: String, _ plan: Plan) {
    self.folder = folder
    rules = plan.rules
    rulesWithOtherLimits = plan.rulesWithOtherLimits
  }

  var store: String { folder + "/store.sqlite" }
  var ruleFile: String { folder + "/rules.opp" }
  var hasStore: Bool { FileManager.default.fileExists(atPath: store) }

  /// Writes the rule file, with the time of the simulated machine
  func write(_ state: Action.FileState, at milliseconds: Int64) {
    isWhole = state.isWhole
    let text = rules.joined(separator: "\n") + "\n"
    let content: String?
    switch state {
    case .empty: content = ""
    // An editor has written the first half of its lines.
    case .half: content = rules.prefix(rules.count / 2).joined(separator: "\n") + "\n"
    case .broken: content = text + "opp \"\n"
    case .gone: content = nil
    case .whole: content = text
    case .limits: content = rulesWithOtherLimits.joined(separator: "\n") + "\n"
    }
    guard let content else {
      try? FileManager.default.removeItem(atPath: ruleFile)
      return
    }
    try? Data(content.utf8).write(to: URL(filePath: ruleFile))
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    try? FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: ruleFile)
  }

  /// Runs a command of the tool
  func run(
    _ words: [String], at now: Instant, zone: String, _ surroundings: LiveSurroundings? = nil,
    console: Console = Console()
  ) -> (status: OppOutputs.ExitStatus, text: String) {
    let context = CommandContext(
      workingDirectory: folder, variables: ["TZ": zone, "HOME": folder], present: now,
      surroundings: surroundings)
    let status = CommandLineTool.run(words, in: context, console)
    return (status, String(decoding: console.transcript, as: UTF8.self))
  }

  // MARK: Kills

  /// The files of SQLite's: the store, its log, and the journal of its first transaction
  private var storeFiles: [String] { [store, store + "-wal", store + "-journal"] }

  /// The files of the store as a process that is killed leaves them behind
  ///
  /// - Parameter content: the content of a file, such as after a power cut; `nil` if there is none.
  func snapshot(_ content: (String) -> Data?) -> [String: Data] {
    var found: [String: Data] = [:]
    for path in storeFiles { found[path] = content(path) }
    return found
  }

  /// Puts a snapshot in the place of the store
  ///
  /// - Requires: no connection is open.
  func restore(_ snapshot: [String: Data]) {
    for path in storeFiles + [store + "-shm"] { try? FileManager.default.removeItem(atPath: path) }
    for (path, content) in snapshot { try? content.write(to: URL(filePath: path)) }
  }

  /// The content of a snapshot, which is read from a copy: to read it is to mend it
  func content(of snapshot: [String: Data]) -> StoreContent {
    let copy = folder + "/copy.sqlite"
    let files = snapshot.map { (path: copy + $0.key.dropFirst(store.count), content: $0.value) }
    for file in files { try? file.content.write(to: URL(filePath: file.path)) }
    defer {
      for end in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: copy + end)
      }
    }
    return StoreContent(path: copy)
  }
}

internal import OppLanguageServer
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppRecordings
internal import OppSemantics
internal import OppSyntax
internal import OppSystem

/// The files of a recording that nothing is connected to, as `opp import` finds them
///
/// A file of which something is open, or that is large, is left to `opp import`.
struct EditorFiles {
  private let snapshot: RuleSetSnapshot
  private let root: String
  private let context: CommandContext

  /// The most bytes of a file, and the most files
  private static let sizeLimit = 1 << 20
  private static let countLimit = 8

  init(_ snapshot: RuleSetSnapshot, root: String, in context: CommandContext) {
    self.snapshot = snapshot
    self.root = root
    self.context = context
  }

  /// The files in the order of their names
  var offered: [OfferedFile] {
    let names = ((try? Folder.names(in: root + "/data")) ?? []).sorted().filter { name in
      RowFile.endings.contains { name.hasSuffix("." + $0) } && !isKnown(name)
    }
    guard !names.isEmpty else { return [] }
    let files = snapshot.files.indices.map { snapshot.source(at: $0) }
    let rules = ImportedRules(files) { CheckedRules.analyze($0) }
    return names.prefix(Self.countLimit).compactMap { offer($0, rules) }
  }

  /// `true` if a file is connected, or one of those that the recording has besides sources and tables
  private func isKnown(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }
    return ["addresses", "answers"].contains(String(stem))
      || snapshot.analysis.connections.contains { $0.target == stem }
  }

  /// The lines of a file, or `nil` if it leaves something open
  private func offer(_ name: String, _ rules: ImportedRules) -> OfferedFile? {
    let path = "data/\(name)"
    guard let bytes = try? context.bytes(of: "\(root)/\(path)", limit: Self.sizeLimit),
      bytes.count <= Self.sizeLimit,
      let subject = try? rules.subject(nil, fileName: name), name.hasPrefix(subject.name + ".")
    else { return nil }
    var request = SketchRequest(file: TextFile(path: name, bytes: bytes), subject: subject)
    request.path = path
    request.enumerations = rules.graph.enumerations
    request.zones = { LocalZone.named($0) }
    request.zone = rules.graph.settings.zone.flatMap { LocalZone.named($0) } ?? .utc
    let sketch = FileSketch(of: request)
    guard !sketch.proposal.isEmpty, rules.problem(with: sketch) == nil else { return nil }
    return OfferedFile(path: path, subject: subject.name, lines: sketch.proposal)
  }
}

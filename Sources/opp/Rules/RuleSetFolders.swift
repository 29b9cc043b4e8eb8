internal import OppLanguageServer
internal import OppOutputs

/// The rule sets below the folder that a command line names
///
/// A folder that is named counts as one that is open in an editor: all files below it are one rule set, but for those
/// below a folder that is marked as a root of its own (``RuleSetRoot``).
///
/// ```
/// opps/                      opp check opps:
///   home/plants.opp            opps            home/plants.opp, morning.opp
///   morning.opp                opps/trip       trip/plan.opp
///   trip/.opp-root
///   trip/plan.opp
/// ```
enum RuleSetFolders {
  /// The formats that are one document, which holds one rule set
  private static let documents: Set<String> = ["sarif", "junit", "lcov", "html"]

  /// Does the work of a command for each rule set that its operands name
  ///
  /// - Throws: `CommandFailure` if the output is one document and there are several rule sets.
  static func forEach(
    _ invocation: Invocation, in context: CommandContext, _ console: Console,
    _ work: (Invocation) throws(CommandFailure) -> ExitStatus
  ) throws(CommandFailure) -> ExitStatus {
    let operands = invocation.rulePaths
    // One rule set, or operands that are one by being named together: the work is done once.
    let roots = roots(of: operands, in: context)
    guard operands.count == 1, roots.count > 1 else { return try work(invocation) }
    let format = invocation.value("--format") ?? "text"
    if documents.contains(format) || invocation.has("--write-baseline") {
      throw several(roots, below: operands[0])
    }
    var status = ExitStatus.success
    for root in roots {
      if format == "text" { console.line(console.styled("\(root):", .strong)) }
      status = status.combined(with: try work(invocation.with(operands: [root])))
    }
    return status
  }

  /// The roots of the rule sets that operands name, in the order of their paths
  ///
  /// Files that are named are one rule set by themselves, and so are several folders together.
  static func roots(of operands: [String], in context: CommandContext) -> [String] {
    guard operands.count == 1, context.kind(of: operands[0]) == .folder else {
      return operands
    }
    let roots = rooted(below: operands[0], in: context).map { $0.root }
    return roots.isEmpty ? operands : roots
  }

  /// The one rule set below a folder
  ///
  /// - Throws: `CommandFailure` if there are several.
  static func ruleSet(
    below folder: String, in context: CommandContext
  ) throws(CommandFailure) -> (root: String, files: [String]) {
    let ruleSets = rooted(below: folder, in: context)
    // The rule set of the folder itself is meant if it has one; those below are rule sets of their own.
    if let own = ruleSets.first(where: { $0.root == folder }) { return own }
    guard ruleSets.count < 2 else { throw several(ruleSets.map { $0.root }, below: folder) }
    return ruleSets.first ?? (folder, [])
  }

  /// The rule sets below a folder, in the order of the paths of their first files
  private static func rooted(
    below folder: String, in context: CommandContext
  ) -> [(root: String, files: [String])] {
    var ruleSets: [(root: String, files: [String])] = []
    var indices: [String: Int] = [:]
    for path in context.ruleFiles(below: folder) {
      let root = root(of: path, below: folder, in: context)
      if let index = indices[root] {
        ruleSets[index].files.append(path)
      } else {
        indices[root] = ruleSets.count
        ruleSets.append((root, [path]))
      }
    }
    return ruleSets
  }

  /// The failure of a command that takes one rule set only, with the first three roots
  private static func several(_ roots: [String], below folder: String) -> CommandFailure {
    let named = roots.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    let more = roots.count > 3 ? " and \(roots.count - 3) more" : ""
    return .usage(
      "`\(folder)` holds \(roots.count) rule sets: \(named)\(more)", help: "name one of them")
  }

  /// The root of a file, as the path of the folder begins
  private static func root(
    of path: String, below folder: String, in context: CommandContext
  ) -> String {
    let parent = FileURI.folder(of: "/" + path).map { String($0.dropFirst()) } ?? ""
    let open = folder == "." ? "" : folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    // Paths are those of the command line, which the way up handles below the folder only.
    let found = RuleSetRoot.find(from: "/" + parent, within: "/" + open) { marker in
      RuleSetRoot.Kind(context.kind(of: String(marker.dropFirst())))
    }
    let root = String(found.dropFirst())
    return root == open ? folder : root
  }
}

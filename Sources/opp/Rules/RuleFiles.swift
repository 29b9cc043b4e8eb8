internal import OppOutputs
internal import OppSyntax

/// The rule files that a command line names
///
/// ```
/// operands                 files                                     folder
/// lunch.opp tea.opp        lunch.opp, tea.opp                        nil
/// opps                     opps/a.opp, opps/home/b.opp               opps
/// opps lunch.opp           opps/a.opp, opps/home/b.opp, lunch.opp    nil
/// -                        standard input                            nil
/// ```
struct RuleFiles {
  /// In the order of the command line, folders by path
  let files: [SourceFile]

  /// The root of the rule set, if just one operand was given and it is a folder
  let folder: String?

  /// The most files that a rule set may have
  static let countLimit = 100_000

  /// Reads the files named, and those found below the folders named
  ///
  /// - Parameter isOneSet: `true` if they are checked together: one folder that is named must hold one rule set.
  /// - Throws: `CommandFailure` with status 3 if one is not there or cannot be read.
  static func read(
    _ operands: [String], isOneSet: Bool = true, in context: CommandContext
  ) throws(CommandFailure) -> RuleFiles {
    var paths: [String] = []
    var root: String?
    for operand in operands {
      if let link = operand == "-" ? nil : context.outerLinks(below: operand).first {
        throw .outside(
          "`\(link)` is a symbolic link that leads out of `\(operand)`, so it is not read",
          help: "name the file itself, or copy it into the folder")
      }
      switch operand == "-" ? .file : context.kind(of: operand) {
      case .file: paths.append(operand)
      case .folder where isOneSet && operands.count == 1:
        let ruleSet = try RuleSetFolders.ruleSet(below: operand, in: context)
        paths += ruleSet.files
        root = ruleSet.root
      case .folder: paths += context.ruleFiles(below: operand)
      case .missing:
        throw .outside("there is no file or folder `\(operand)`")
      }
    }
    var seen: Set<String> = []
    paths = paths.filter { seen.insert($0).inserted }
    guard paths.count <= countLimit else {
      throw .outside("a rule set has at most \(countLimit) files; these are \(paths.count)")
    }
    var files: [SourceFile] = []
    for path in paths {
      let bytes = try context.bytes(of: path, limit: SourceFile.sizeLimit)
      let name = path == "-" ? "standard input" : path
      files.append(SourceFile(path: name, bytes: bytes, index: Int32(files.count)))
    }
    return RuleFiles(files: files, folder: root)
  }
}

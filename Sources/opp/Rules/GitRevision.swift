internal import OppOutputs
internal import OppProviders
internal import OppSyntax
internal import OppSystem

/// Rule files as a revision of a git repository has them, such as `HEAD~1:rules`
///
/// | operand | files |
/// | --- | --- |
/// | `HEAD:rules` | `HEAD:rules/a.opp`, `HEAD:rules/home/b.opp` … in the order of their paths |
/// | `HEAD~1:lunch.opp` | that one |
/// | `main:` | every rule file of the repository |
/// | `rules` | no revision: it has no colon |
struct GitRevision {
  /// The revision as `git show` takes it
  let name: String

  /// The folder in which git runs, and its variables
  private let context: CommandContext

  /// - Returns: nil for an operand that cannot be a revision, because it has no colon.
  init?(_ operand: String, in context: CommandContext) {
    guard let colon = operand.firstIndex(of: ":"), colon != operand.startIndex,
      !operand.hasPrefix("-")
    else { return nil }
    name = operand
    self.context = context
  }

  /// The file named, or the `.opp` files below the folder named, in the order of their paths
  ///
  /// - Throws: `CommandFailure` with status 3 if git cannot be run or does not know the revision.
  func files() throws(CommandFailure) -> [SourceFile] {
    // `tree` for a folder, `blob` for a file.
    let kind = text(of: try git(["cat-file", "-t", name])).trimmingLineEnds()
    var files: [SourceFile] = []
    for path in try paths(isFolder: kind == "tree") {
      let content = try git(["cat-file", "blob", path], printing: SourceFile.sizeLimit, of: path)
      files.append(SourceFile(path: path, bytes: content, index: Int32(files.count)))
    }
    return files
  }

  /// The revisions of the files to read; hidden files and folders are left out, as on the disk
  private func paths(isFolder: Bool) throws(CommandFailure) -> [String] {
    guard isFolder else { return [name] }
    let listed = text(of: try git(["ls-tree", "-r", "--name-only", "-z", name]))
    let prefix = name.hasSuffix(":") || name.hasSuffix("/") ? name : name + "/"
    return listed.split(separator: "\0").map(String.init)
      .filter { $0.hasSuffix(".opp") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
      .sorted().map { prefix + $0 }
  }

  /// Output of git as text, with replacements for bytes that are not UTF-8
  private func text(of bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The time that git may take, as it does for a revision of which it has to fetch the files
  private static let timeLimit = Duration.seconds(600)

  /// The most bytes of a list of files: some millions of paths
  private static let listLimit = 256 << 20

  /// The standard output of a git command
  ///
  /// - Parameters:
  ///   - limit: the most bytes that it may print.
  ///   - path: the revision of the file that it prints; `nil` if it prints something else.
  private func git(
    _ arguments: [String], printing limit: Int = Self.listLimit, of path: String? = nil
  ) throws(CommandFailure) -> [UInt8] {
    let process = ProcessSpecification(
      words: ["git"] + arguments, environment: context.environment,
      folder: context.workingDirectory ?? "", timeLimit: Self.timeLimit, sizeLimit: limit)
    switch process.run() {
    case .exited(0, let output, _): return output
    case .exited(_, _, let error):
      let reason = text(of: error).split(separator: "\n").first.map(String.init) ?? ""
      throw .outside("git does not know `\(name)`: \(reason)")
    case .signalled(let signal, _):
      throw .outside("git was ended by signal \(signal): it is needed for `\(name)`")
    case .saidTooMuch: throw .outside("`\(path ?? name)` is larger than \(limit) bytes")
    case .tookTooLong, .cancelled:
      throw .outside("git did not end in time: it is needed for `\(name)`")
    case .notStarted: throw .outside("git cannot be run: it is needed for `\(name)`")
    }
  }
}

internal import OppLint
internal import OppOutputs
internal import OppSystem

/// The `.opplint` file that holds for a rule set
///
/// ```
/// opp lint opps/home      looks for opps/home/.opplint, opps/.opplint, .opplint … up to /.opplint
/// opp lint --isolated     looks for none
/// ```
struct LintConfigurationFile {
  /// Its path as messages name it; nil if there is none
  let path: String?

  /// The folder that its patterns start from, as an absolute path
  let folder: FilePath
  let configuration: LintConfiguration

  /// The most bytes that are read
  static let sizeLimit = 1 << 20

  /// Reads the file that is nearest above the first operand
  ///
  /// - Throws: `CommandFailure` with status 2 if it is wrong, with 3 if it cannot be read.
  static func read(
    above operands: [String], isolated: Bool, in context: CommandContext
  ) throws(CommandFailure) -> LintConfigurationFile {
    let first = operands.first ?? "."
    var folder = FilePath(context.resolved(first == "-" ? "." : first)).standardized
    if context.kind(of: first) != .folder, first != "-" { folder = folder.parent }
    if !isolated, let (path, place) = path(above: folder, in: context) {
      return try read(path, in: place, context)
    }
    return LintConfigurationFile(path: nil, folder: folder, configuration: LintConfiguration())
  }

  /// The file that is nearest above a folder, or in it, and its folder; nil if there is none
  static func path(
    above folder: FilePath, in context: CommandContext
  ) -> (path: String, folder: FilePath)? {
    var folder = folder
    while true {
      let path = folder.appending(LintConfiguration.fileName).text
      // A folder of this name is found, too, so that it is said that it cannot be read.
      if context.kind(of: path) != .missing { return (path, folder) }
      if folder.parent == folder { return nil }
      folder = folder.parent
    }
  }

  /// Reads a file
  ///
  /// - Throws: `CommandFailure` with the line of the first mistake.
  private static func read(
    _ path: String, in folder: FilePath, _ context: CommandContext
  ) throws(CommandFailure) -> LintConfigurationFile {
    let bytes = try context.bytes(of: path, limit: sizeLimit)
    let name = shown(path, in: context)
    if let place = bytes.firstIndex(of: 0) {
      let line = bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1
      throw .usage("\(name):\(line): the file is not text: it has a NUL byte")
    }
    do throws(LintConfiguration.Problem) {
      let configuration = try LintConfiguration(String(decoding: bytes, as: UTF8.self))
      return LintConfigurationFile(path: name, folder: folder, configuration: configuration)
    } catch {
      throw .usage("\(name):\(error.line): \(error.message)", help: error.help)
    }
  }

  /// A path below the working folder, from there
  private static func shown(_ path: String, in context: CommandContext) -> String {
    let here = FilePath(context.resolved(".")).standardized.text
    let prefix = here.hasSuffix("/") ? here : here + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  /// The settings for the files of a rule set
  ///
  /// - Parameter paths: those of the command line; patterns see them from the folder of the file.
  func settings(paths: [String], in context: CommandContext) -> LintSettings {
    let root = folder.appending("").text
    return configuration.settings(
      paths: paths.map { path in
        let whole = FilePath(context.resolved(path)).standardized.text
        return whole.hasPrefix(root) ? String(whole.dropFirst(root.count)) : whole
      })
  }
}

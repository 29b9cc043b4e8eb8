package import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSystem

/// The context of a command: the folder that relative paths start from, the variables, the present,
/// and the content of standard input
///
/// | | the process | a test |
/// | --- | --- | --- |
/// | folder | its own | a temporary one |
/// | variables | its own | those given, no others |
/// | present | the clock | 2026-06-21T12:00:00Z, say |
/// | terminal | its own, if it has one | none; its width is that of the variable `COLUMNS` |
/// | surroundings | the machine | those given, of a simulation |
package struct CommandContext: Sendable {
  /// nil for the process's own
  let workingDirectory: String?

  /// nil for the process's own
  private let variables: [String: String]?

  /// The time to use as present; nil for that of the machine's clock
  private let fixedPresent: Instant?

  /// The surroundings of `opp run`; `nil` for those of the machine
  let surroundings: LiveSurroundings?

  package init(
    workingDirectory: String?, variables: [String: String]? = nil, present: Instant? = nil,
    surroundings: LiveSurroundings? = nil
  ) {
    self.surroundings = surroundings
    self.workingDirectory = workingDirectory
    self.variables = variables
    fixedPresent = present
  }

  /// All variables of the environment, as a program that is run gets them
  var environment: [String: String] { variables ?? ProcessVariables.all }

  /// The value of a variable of the environment; nil if it is not set
  func variable(_ name: String) -> String? {
    variables.map { $0[name] } ?? ProcessVariables[name]
  }

  /// `true` if a person can be asked: standard input and standard output are a terminal
  var isInteractive: Bool {
    variables == nil && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// The cells of a line of standard output: those of the terminal, else of `COLUMNS`; `nil` in a pipe
  ///
  /// A terminal that does not know its width has 80 cells, and no line has fewer than ``leastWidth``.
  var width: Int? {
    let isTerminal = variables == nil && isatty(STDOUT_FILENO) == 1
    let columns = variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let width = (isTerminal ? Self.windowWidth : nil) ?? columns ?? (isTerminal ? 80 : nil)
    return width.map { max($0, Self.leastWidth) }
  }

  /// The least cells of a line
  private static let leastWidth = 20

  /// The cells of a line of the terminal on standard output; `nil` if it does not say
  private static var windowWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// `true` if a line can be drawn over and over: standard error is a terminal
  var showsProgress: Bool {
    variables == nil && isatty(STDERR_FILENO) == 1 && ProcessVariables["TERM"] != "dumb"
  }

  /// The present, in whole seconds: that of the clock, rounded up as everything is
  var present: Instant {
    fixedPresent ?? Instant(seconds: WallClock.secondsRoundedUp)
  }

  /// `path` as the system should open it
  func resolved(_ path: String) -> String {
    guard let workingDirectory, !path.hasPrefix("/") else { return path }
    return workingDirectory + "/" + path
  }

  /// Whether `path` is a folder, a file, or not there
  func kind(of path: String) -> PathKind {
    guard let status = try? FileStatus(of: resolved(path)) else { return .missing }
    return status.kind == .folder ? .folder : .file
  }

  enum PathKind {
    case file
    case folder
    case missing
  }

  /// The bytes of a file, at most `limit + 1` of them, so that the caller can see that it is larger
  ///
  /// - Throws: `CommandFailure` with status 3 if it cannot be read.
  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    do throws(RegularFile.Failure) {
      if path != "-" { return try RegularFile.bytes(of: resolved(path), upTo: limit + 1) }
    } catch {
      switch error {
      case .notRegular: throw .notRegular(path)
      case .tooLarge, .system: throw .outside("`\(path)` cannot be read")
      }
    }
    do throws(SystemFailure) {
      return try FileDescriptor.standardInput.read(upTo: limit + 1)
    } catch {
      throw .outside("`\(path)` cannot be read")
    }
  }

  /// Writes a file as a whole: a reader sees the old content or the new one
  ///
  /// A symbolic link stays in place, and the file that it leads to is written.
  ///
  /// - Throws: `CommandFailure` with status 3 if it cannot be written.
  func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    do throws(SystemFailure) {
      try AtomicFile.write(bytes, to: resolved(path))
    } catch {
      throw .outside("`\(path)` cannot be written")
    }
  }

  /// `true` unless a path below a folder is a symbolic link that leads out of it
  ///
  /// The first line of `evil.opp -> /etc/passwd` would be quoted by a message.
  private func leadsInside(_ root: String, _ path: String) -> Bool {
    let whole = FilePath(root).appending(path)
    guard whole.linkTarget != nil, let target = try? whole.resolved(),
      let folder = try? FilePath(root).resolved()
    else { return true }
    return target.text.hasPrefix(folder.text.hasSuffix("/") ? folder.text : folder.text + "/")
  }

  /// The `.opp` files below a folder that are symbolic links out of it, which are not read
  func outerLinks(below folder: String) -> [String] {
    walk(folder) { !leadsInside($0, $1) }
  }

  /// The `.opp` files below a folder, in the order of their paths; hidden folders are left out, and so are links that lead out of it
  ///
  /// `a.opp`, `home/b.opp`; not `.old/c.opp`, and not the hidden file `.d.opp`.
  ///
  /// - Complexity: looks through everything below the folder.
  func ruleFiles(below folder: String) -> [String] {
    walk(folder) { leadsInside($0, $1) }
  }

  /// The `.opp` files below a folder that are wanted, in the order of their paths
  ///
  /// - Parameter isWanted: is given the folder as a whole path, and the path of a file from there.
  private func walk(_ folder: String, _ isWanted: (String, String) -> Bool) -> [String] {
    let root = resolved(folder)
    let found = FolderWalk(below: root) { !$0.hasPrefix(".") }.entries
      .map(\.path).filter { $0.hasSuffix(".opp") && isWanted(root, $0) }
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    return found.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.map {
      prefix + $0
    }
  }
}

extension CommandFailure {
  /// The failure of a path that is a pipe, a device or a folder
  fileprivate static func notRegular(_ path: String) -> CommandFailure {
    .outside(
      "`\(path)` is not a regular file",
      help: "rules are read from files; `-` reads standard input")
  }
}

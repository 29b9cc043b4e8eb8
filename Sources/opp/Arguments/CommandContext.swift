internal import Foundation
internal import OppModel
internal import OppOutputs
internal import OppProviders

/// The context of a command: the folder that relative paths start from, the variables, the present,
/// and the content of standard input
///
/// | | the process | a test |
/// | --- | --- | --- |
/// | folder | its own | a temporary one |
/// | variables | its own | those given, no others |
/// | present | the clock | 2026-06-21T12:00:00Z, say |
/// | terminal | its own, if it has one | none |
struct CommandContext: Sendable {
  /// nil for the process's own
  let workingDirectory: String?

  /// nil for the process's own
  private let variables: [String: String]?

  /// The time to use as present; nil for that of the machine's clock
  private let fixedPresent: Instant?

  init(
    workingDirectory: String?, variables: [String: String]? = nil, present: Instant? = nil
  ) {
    self.workingDirectory = workingDirectory
    self.variables = variables
    fixedPresent = present
  }

  /// All variables of the environment, as a program that is run gets them
  var environment: [String: String] { variables ?? ProcessInfo.processInfo.environment }

  /// The value of a variable of the environment; nil where it is not set
  func variable(_ name: String) -> String? {
    variables.map { $0[name] } ?? ProcessVariables[name]
  }

  /// Whether a person can be asked: standard input and standard output are a terminal
  var isInteractive: Bool {
    variables == nil && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// The present, in whole seconds: that of the clock, rounded up as everything is
  var present: Instant {
    fixedPresent ?? Instant(seconds: Int64(Date().timeIntervalSince1970.rounded(.up)))
  }

  /// `path` as the system should open it
  func resolved(_ path: String) -> String {
    guard let workingDirectory, !path.hasPrefix("/") else { return path }
    return workingDirectory + "/" + path
  }

  /// Whether `path` is a folder, a file, or not there
  func kind(of path: String) -> PathKind {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: resolved(path), isDirectory: &isDirectory) else {
      return .missing
    }
    return isDirectory.boolValue ? .folder : .file
  }

  enum PathKind {
    case file
    case folder
    case missing
  }

  /// The bytes of a file, at most `limit + 1` of them, so that the caller can see that it is larger
  ///
  /// - Throws: `CommandFailure` with status 3 where it cannot be read.
  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    let handle: FileHandle
    if path == "-" {
      handle = .standardInput
    } else {
      handle = try regularFile(path)
    }
    do {
      var bytes: [UInt8] = []
      while bytes.count <= limit, let chunk = try handle.read(upToCount: limit + 1 - bytes.count),
        !chunk.isEmpty
      {
        bytes += chunk
      }
      return bytes
    } catch {
      throw .outside("`\(path)` cannot be read")
    }
  }

  /// Writes a file as a whole: a reader sees the old content or the new one
  ///
  /// A symbolic link stays what it is: the file that it leads to is written.
  ///
  /// - Throws: `CommandFailure` with status 3 where it cannot be written.
  func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    do {
      let target = URL(filePath: resolved(path)).resolvingSymlinksInPath()
      try Data(bytes).write(to: target, options: .atomic)
    } catch {
      throw .outside("`\(path)` cannot be written")
    }
  }

  /// Opens a regular file; a pipe or a device may never end, and some act on being read
  private func regularFile(_ path: String) throws(CommandFailure) -> FileHandle {
    // A pipe that nobody writes to would be waited for.
    let descriptor = open(resolved(path), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    var status = stat()
    guard descriptor >= 0 else {
      // A socket cannot be opened at all.
      let isOther = stat(resolved(path), &status) == 0 && status.st_mode & S_IFMT != S_IFREG
      throw isOther ? .notRegular(path) : .outside("`\(path)` cannot be read")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notRegular(path)
    }
    return handle
  }

  /// The `.opp` files below a folder, in the order of their paths; hidden folders are left out
  ///
  /// `a.opp`, `home/b.opp`; not `.old/c.opp`, and not the hidden file `.d.opp`.
  ///
  /// - Complexity: looks through everything below the folder.
  func ruleFiles(below folder: String) -> [String] {
    let root = resolved(folder)
    guard let walker = FileManager.default.enumerator(atPath: root) else { return [] }
    var found: [String] = []
    while let path = walker.nextObject() as? String {
      let name = path.split(separator: "/").last ?? ""
      if name.hasPrefix(".") {
        walker.skipDescendants()
      } else if name.hasSuffix(".opp") {
        found.append(path)
      }
    }
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

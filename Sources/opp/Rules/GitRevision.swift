internal import Foundation
internal import OppOutputs
internal import OppSyntax

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

  /// - Returns: nil for what cannot be a revision: it has no colon.
  init?(_ operand: String, in context: CommandContext) {
    guard let colon = operand.firstIndex(of: ":"), colon != operand.startIndex,
      !operand.hasPrefix("-")
    else { return nil }
    name = operand
    self.context = context
  }

  /// The file named, or the `.opp` files below the folder named, in the order of their paths
  ///
  /// - Throws: `CommandFailure` with status 3 where git cannot be run or does not know the revision.
  func files() throws(CommandFailure) -> [SourceFile] {
    // `tree` for a folder, `blob` for a file.
    let kind = text(of: try git(["cat-file", "-t", name])).trimmingCharacters(in: .newlines)
    var files: [SourceFile] = []
    for path in try paths(isFolder: kind == "tree") {
      let content = try git(["cat-file", "blob", path])
      guard content.count <= SourceFile.sizeLimit else {
        throw .outside("`\(path)` is larger than \(SourceFile.sizeLimit) bytes")
      }
      files.append(SourceFile(path: path, bytes: Array(content), index: Int32(files.count)))
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

  /// Output of git as text; what is no UTF-8 is replaced
  private func text(of data: Data) -> String { String(decoding: data, as: UTF8.self) }

  /// The standard output of a git command
  private func git(_ arguments: [String]) throws(CommandFailure) -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.environment = context.environment
    if let folder = context.workingDirectory {
      process.currentDirectoryURL = URL(filePath: folder)
    }
    let (output, error) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, error)
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw .outside("git cannot be run: it is needed for `\(name)`")
    }
    // Both pipes are read at once, or a full one would stop git.
    let said = Reader(error.fileHandleForReading)
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let reason = text(of: said.data()).split(separator: "\n").first.map(String.init) ?? ""
      throw .outside("git does not know `\(name)`: \(reason)")
    }
    return data
  }
}

/// Reads a pipe to its end beside what else is done
private final class Reader: @unchecked Sendable {
  /// Signalled when the end has been read
  private let done = DispatchSemaphore(value: 0)

  /// Written by the thread before ``done``, read after it
  private var content = Data()

  init(_ handle: FileHandle) {
    Thread.detachNewThread {
      self.content = handle.readDataToEndOfFile()
      self.done.signal()
    }
  }

  /// The content; waits for its end
  func data() -> Data {
    done.wait()
    return content
  }
}

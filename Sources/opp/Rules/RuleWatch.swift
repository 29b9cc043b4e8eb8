internal import OppProviders
internal import OppSystem

/// Notices that rule files have changed
///
/// On systems that report changes (Linux), a ``FolderWatch`` waits for them; everywhere the times of the files
/// are compared whenever a run wakes anyway.
///
/// ```
/// an editor saves   CREATE, MODIFY, CLOSE_WRITE, MOVED_TO      all within 100 ms
/// the watch         .changed in the mailbox, once              the loop wakes
/// hasChanged()      true: size, time or inode differ           the rules are read again
/// ```
///
/// The watch only wakes the loop; ``hasChanged()`` decides, so that an event too many costs a look at the files.
final class RuleWatch {
  /// The folder that relative paths start from
  private let context: CommandContext

  /// The files and folders of the command line, searched again each time because files may come
  private let operands: [String]

  /// The state of each file at the last look, by its path
  private var stamps: [String: FileStamp]

  /// The watch over the folders of the files; `nil` if changes are not awaited, or the system reports none
  private let watch: FolderWatch?

  /// The times of the watch, in milliseconds
  private static let times = FolderWatch.Times(settling: 100, longest: 1000)

  /// - Parameters:
  ///   - operands: the files and folders of the command line.
  ///   - mailbox: the receiver of changes; nil if they are not awaited.
  init(_ operands: [String], in context: CommandContext, _ mailbox: LiveMailbox?) {
    self.context = context
    self.operands = operands
    stamps = Self.stamps(of: operands, in: context)
    watch = mailbox.flatMap { mailbox in
      let folders = Self.folders(of: operands, in: context)
      return FolderWatch(FolderWatch.Subject(folders: folders), Self.times) {
        mailbox.put(.changed)
      }
    }
  }

  /// `true` if a file has come, gone or changed since the last call
  func hasChanged() -> Bool {
    let now = Self.stamps(of: operands, in: context)
    defer { stamps = now }
    return now != stamps
  }

  /// The present state of each file; one that is not there has none
  ///
  /// - Complexity: one look at each file, and one at each folder.
  private static func stamps(
    of operands: [String], in context: CommandContext
  ) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for path in files(of: operands, in: context) {
      stamps[path] = FileStamp(path: context.resolved(path))
    }
    return stamps
  }

  /// The rule files that exist now
  private static func files(of operands: [String], in context: CommandContext) -> [String] {
    operands.flatMap { operand in
      switch context.kind(of: operand) {
      case .file: [operand]
      case .folder: context.ruleFiles(below: operand)
      case .missing: [String]()
      }
    }
  }

  /// The folders in which a file can come, go or change: an editor puts a new file in place of the old
  ///
  /// A symbolic link can change in its own folder, and in that of the file that it leads to.
  private static func folders(of operands: [String], in context: CommandContext) -> Set<String> {
    var folders: Set<String> = []
    for file in files(of: operands, in: context) {
      let path = context.resolved(file)
      folders.insert(FilePath(path).parent.text)
      if let file = try? FilePath(path).resolved() { folders.insert(file.parent.text) }
    }
    for operand in operands where context.kind(of: operand) == .folder {
      folders.insert(context.resolved(operand))
    }
    return folders
  }
}

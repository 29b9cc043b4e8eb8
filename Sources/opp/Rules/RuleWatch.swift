internal import OppProviders
internal import OppSystem

/// Notices that rule files have changed
///
/// On systems that report changes (Linux), a thread waits for them; everywhere the times of the files
/// are compared whenever a run wakes anyway.
///
/// ```
/// an editor saves   CREATE, MODIFY, CLOSE_WRITE, MOVED_TO      all within 100 ms
/// the listener      .changed in the mailbox, once              the loop wakes
/// hasChanged()      true: size, time or inode differ           the rules are read again
/// ```
///
/// The listener only wakes the loop; ``hasChanged()`` decides, so that an event too many costs a look at the files.
final class RuleWatch {
  /// The folder that relative paths start from
  private let context: CommandContext

  /// The files and folders of the command line, looked through anew each time: files may come
  private let operands: [String]

  /// The state of each file at the last look, by its path
  private var stamps: [String: FileStamp]

  /// The thread that waits for changes; nil where nobody waits, or the system reports none
  private let listener: ChangeListener?

  /// - Parameters:
  ///   - operands: the files and folders of the command line.
  ///   - mailbox: the receiver of changes; nil where nobody waits for them.
  init(_ operands: [String], in context: CommandContext, _ mailbox: LiveMailbox?) {
    self.context = context
    self.operands = operands
    stamps = Self.stamps(of: operands, in: context)
    listener = mailbox.flatMap { mailbox in
      ChangeListener(folders: Self.folders(of: operands, in: context), mailbox)
    }
  }

  /// Whether a file has come, gone or changed since the last call
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

#if os(Linux)
  /// A thread that waits for changes in folders, by inotify(7)
  private final class ChangeListener {
    /// That of inotify; closed by the thread
    private let descriptor: Int32

    /// The end of a pipe; closing it ends the thread
    private let stop: Int32

    /// - Returns: nil where the system has no more of what it takes; then only the times are compared.
    init?(folders: Set<String>, _ mailbox: LiveMailbox) {
      let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard descriptor >= 0 else { return nil }
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        close(descriptor)
        return nil
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_MODIFY)
      // Folders, not files: an editor that saves puts a new file in the place of the old, which a watch of the old one
      // does not see.
      for folder in folders { inotify_add_watch(descriptor, folder, events) }
      self.descriptor = descriptor
      stop = ends[1]
      let reading = ends[0]
      do throws(SystemFailure) {
        try SystemThread.start {
          Self.listen(descriptor, reading, mailbox)
          close(descriptor)
          close(reading)
        }
      } catch {
        // The other end is closed with this object.
        close(descriptor)
        close(reading)
        return nil
      }
    }

    deinit { close(stop) }

    /// Waits for changes until the pipe is closed
    private static func listen(_ descriptor: Int32, _ stop: Int32, _ mailbox: LiveMailbox) {
      var waits = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      while true {
        if poll(&waits, 2, -1) < 0 {
          if errno == EINTR { continue }
          return
        }
        guard waits[1].revents == 0 else { return }
        // Writing a file makes several events: the last of them counts.
        repeat {
          drain(descriptor)
        } while poll(&waits, 2, settlingTime) > 0
          && waits[1].revents == 0
        mailbox.put(.changed)
      }
    }

    /// The time without further events after which files are read, in milliseconds
    private static let settlingTime: Int32 = 100

    /// Reads all events, whatever they are
    private static func drain(_ descriptor: Int32) {
      var buffer = [UInt8](repeating: 0, count: 16 << 10)
      while read(descriptor, &buffer, buffer.count) > 0 {}
    }
  }
#else

  /// Other systems report no changes: the times of the files are compared whenever the run wakes
  private final class ChangeListener {
    init?(folders: Set<String>, _ mailbox: LiveMailbox) { return nil }
  }
#endif

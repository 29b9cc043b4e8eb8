internal import OppSystem

/// A process with all that it has started
///
/// On systems that show the parent of each process (`/proc` of Linux), a child that has left the process
/// group is found too, unless the process that started it has ended: then nothing leads to it any more.
enum ProcessTree {
  /// Ends a process that leads its group, the group, and its descendants outside of it
  ///
  /// ```
  /// sh (100)                       first look: 100 is stopped, its children 101 and 102 are found
  /// ├─ curl (101)                  second look: 101 and 102 are stopped, 103 is found
  /// └─ setsid (102) ── sleep (103) third look: 103 is stopped, nothing is found; then all are killed
  /// ```
  static func kill(_ root: pid_t) {
    var found: Set<pid_t> = [root]
    var new = found
    // A process that is stopped starts no other: once a look finds no new one, all have been found.
    for _ in 0..<depthLimit where !new.isEmpty {
      for process in new { send(SIGSTOP, to: process) }
      new = children(of: found).subtracting(found)
      found.formUnion(new)
    }
    send(SIGKILL, to: -root)
    for process in found { send(SIGKILL, to: process) }
  }

  /// The most generations of processes that are followed
  private static let depthLimit = 100

  /// The processes whose parent is one of these; none on systems without `/proc`
  ///
  /// - Complexity: reads a file for each process of the machine.
  private static func children(of parents: Set<pid_t>) -> Set<pid_t> {
    let names = (try? Folder.names(in: "/proc")) ?? []
    var children: Set<pid_t> = []
    for process in names.compactMap({ pid_t($0) }) {
      if let parent = parent(of: process), parents.contains(parent) { children.insert(process) }
    }
    return children
  }

  /// The most bytes of a line about a process; of Linux, it has some 300
  private static let statLimit = 4096

  /// The parent, as `/proc/PID/stat` has it: `PID (NAME) STATE PARENT …`; nil if the process has ended
  private static func parent(of process: pid_t) -> pid_t? {
    guard let bytes = try? OpenFile.bytes(of: "/proc/\(process)/stat", upTo: statLimit) else {
      return nil
    }
    // A name may hold anything, also a parenthesis.
    let rest = String(decoding: bytes, as: UTF8.self).split(separator: ")").last ?? ""
    return rest.split(separator: " ").dropFirst().first.flatMap { pid_t($0) }
  }
}

/// The function of the C library, whose name a method hides
private func send(_ signal: Int32, to process: pid_t) {
  _ = kill(process, signal)
}

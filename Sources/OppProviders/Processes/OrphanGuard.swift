internal import OppSystem

/// Ends a program that outlives this process, however this process has ended
///
/// A signal such as SIGKILL leaves no time to end anything. So a shell waits at a pipe of which this process alone
/// has the other end: when that closes, the shell ends the group of the program.
final class OrphanGuard {
  /// The shell
  private let shell: StartedProcess

  /// The end of the pipe that closes with this process
  private let pipe: (reading: Int32, writing: Int32)

  /// The script, with the number of the group as `$1`: SIGTERM, and after 5 s SIGKILL
  private static let script = """
    read line
    kill -s TERM -- "-$1" || exit
    for second in 1 2 3 4 5; do sleep 1; kill -s 0 -- "-$1" || exit; done
    kill -s KILL -- "-$1"
    """

  /// Guards the group of a process, or returns `nil` if there is no shell
  init?(of process: StartedProcess) {
    guard let pipe = makePipe() else { return nil }
    let program = Program(
      words: ["/bin/sh", "-c", Self.script, "opp-guard", "\(process.id)"],
      environment: ["PATH": "/usr/bin:/bin"], folder: "/")
    guard let shell = try? StartedProcess(program, input: pipe.reading) else {
      close(pipe.reading)
      close(pipe.writing)
      return nil
    }
    (self.shell, self.pipe) = (shell, pipe)
  }

  /// Ends the guard: the program is ended here
  ///
  /// It must be called before the program is reaped, whose number may be that of another group afterwards.
  func end() { shell.end() }

  deinit {
    close(pipe.reading)
    close(pipe.writing)
  }
}

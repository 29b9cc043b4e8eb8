internal import OppSystem

/// The process of a program, from its start to its end; it blocks the thread that runs it
///
/// ```
/// this thread    start ─▶ poll: stop, ended, output, error ─▶ rest of the output ─▶ reap ─▶ outcome
/// another        waitid(WNOWAIT) ──▶ raises `ended`
/// a third        reads and drops what the background of the program still prints
/// ```
///
/// The process is reaped in one place only, after `ended`: until then its number cannot become that of another.
struct ProgramProcess {
  /// The program and its limits
  private let program: ProcessSpecification

  /// Raised where the task is cancelled
  private let stop: CancellationFlag

  /// The number of bytes kept of a program's error output
  private static let keptError = 8 << 10

  /// The last descriptor that a program gets: its standard error
  private static let lastInherited: Int32 = 2

  init(_ program: ProcessSpecification, _ stop: CancellationFlag) {
    self.program = program
    self.stop = stop
  }

  /// Starts the program and follows it to its end
  func run() -> ProcessOutcome {
    guard let ended = CancellationFlag(), let output = OutputPipe(), let error = OutputPipe() else {
      return .notStarted(Self.filesReason)
    }
    // The writing ends are the program's from now on: only without ours do the pipes end when it does.
    let start = start(output: output.writing, error: error.writing)
    output.closeWriting()
    error.closeWriting()
    switch start {
    case .failure(let failure): return .notStarted(failure.reason)
    case .success(let process):
      do throws(SystemFailure) {
        try SystemThread.start {
          Self.awaitEnd(of: process)
          ended.send()
        }
      } catch {
        ProcessTree.kill(process)
        _ = reap(process)
        return .notStarted(Self.threadsReason)
      }
      return follow(process, ended, output: output, error: error)
    }
  }

  /// The reasons why nothing is run if the system has no descriptor, or no thread, left
  static let filesReason = "there are too many open files"
  static let threadsReason = "there are too many threads"

  /// Waits until a process has ended, and leaves it to be waited for
  private static func awaitEnd(of process: pid_t) {
    var state = siginfo_t()
    while waitid(P_PID, id_t(process), &state, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  /// The reason why a program could not be started, a fragment for people
  private struct StartFailure: Error {
    let reason: String
  }

  /// Starts the program as the leader of a process group of its own
  ///
  /// - Parameters:
  ///   - output: the descriptor that becomes its standard output.
  ///   - error: the descriptor that becomes its standard error.
  /// - Returns: its process id, which is also that of its group.
  private func start(output: Int32, error: Int32) -> Result<pid_t, StartFailure> {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Its descriptors are 0, 1 and 2; all others are closed where the system can do that.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, error, 2)
    if !program.folder.isEmpty {
      let change = SpawnFunctions.addFolder
      guard let change, change(&actions, program.folder) == 0 else {
        return .failure(StartFailure(reason: "this system cannot run programs in a folder"))
      }
    }
    _ = SpawnFunctions.addClosing.map { $0(&actions, Self.lastInherited + 1) }
    // Its own group, so that it can be ended with what it starts, and no Ctrl-C of a terminal reaches it.
    posix_spawnattr_setpgroup(&attributes, 0)
    // What this process ignores or blocks, such as a hang-up, a program must not inherit.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let arguments = CStrings(program.words)
    let environment = CStrings(program.environment.map { "\($0.key)=\($0.value)" }.sorted())
    var process: pid_t = 0
    let code = posix_spawnp(
      &process, program.words[0], &actions, &attributes, arguments.pointers,
      environment.pointers)
    guard code == 0 else {
      return .failure(
        StartFailure(reason: code == ENOENT ? "there is no such program" : reason(code)))
    }
    return .success(process)
  }

  /// The words of the system for an `errno`
  private func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Reads what the program prints until it has ended, or must end
  ///
  /// Its own end counts, not that of its output: what it has left in the background may hold that open for long.
  private func follow(
    _ process: pid_t, _ ended: CancellationFlag, output: OutputPipe, error: OutputPipe
  ) -> ProcessOutcome {
    let deadline = ContinuousClock.now + program.timeLimit
    var (printed, said): ([UInt8], [UInt8]) = ([], [])
    var open = [output, error]
    while true {
      // Wait for whatever is first: the cancellation, the end, output, or the time limit.
      let rest = Self.milliseconds(until: deadline)
      // By position: 0 the cancellation, 1 the end of the program, from 2 on the pipes that are open.
      var waits = ([stop.reading, ended.reading] + open.map(\.reading)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(&waits, nfds_t(waits.count), rest ?? 0)
      if count < 0, errno != EINTR { return end(process, ended, .cancelled) }
      if count > 0, waits[0].revents != 0 { return end(process, ended, .cancelled) }
      if count > 0, waits[1].revents != 0 { break }
      guard rest != nil else { return end(process, ended, .tookTooLong) }
      guard count > 0 else { continue }
      for (pipe, wait) in zip(open, waits.dropFirst(2)) where wait.revents != 0 {
        guard let bytes = pipe.read() else {
          open.removeAll { $0 === pipe }
          continue
        }
        if pipe === error {
          said = (said + bytes).suffix(Self.keptError)
        } else {
          printed += bytes
        }
        guard printed.count <= program.sizeLimit else { return end(process, ended, .saidTooMuch) }
      }
    }
    // It has ended: what is still in the pipes was printed before that.
    printed += output.rest()
    said = (said + error.rest()).suffix(Self.keptError)
    OutputPipe.discard([output, error])
    let status = reap(process)
    guard printed.count <= program.sizeLimit else { return .saidTooMuch }
    // The lower seven bits are the signal, the next eight the status.
    let signal = status & 0x7F
    return signal == 0
      ? .exited(status >> 8 & 0xFF, output: printed, error: said)
      : .signalled(signal, error: said)
  }

  /// Ends the program and what it has started
  private func end(_ process: pid_t, _ ended: CancellationFlag, _ end: ProcessOutcome)
    -> ProcessOutcome
  {
    ProcessTree.kill(process)
    // The thread that waits for the process must have seen its end before the number is given back.
    var wait = pollfd(fd: ended.reading, events: Int16(POLLIN), revents: 0)
    while poll(&wait, 1, -1) < 0, errno == EINTR {}
    _ = reap(process)
    return end
  }

  /// The status of a process that has ended
  private func reap(_ process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Nil where the time is over
  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32? {
    let rest = (deadline - ContinuousClock.now).components
    guard rest.seconds > 0 || rest.seconds == 0 && rest.attoseconds > 0 else { return nil }
    let milliseconds = rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000
    return Int32(clamping: milliseconds + 1)
  }
}

/// Functions that C libraries have but do not show to Swift, for they are beyond POSIX
private enum SpawnFunctions {
  #if canImport(Darwin)
    typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t?>
    /// `RTLD_DEFAULT`: everything that is loaded
    private static var everything: UnsafeMutableRawPointer? {
      UnsafeMutableRawPointer(bitPattern: -2)
    }
  #else
    typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

    /// `RTLD_DEFAULT` of Linux is null
    private static var everything: UnsafeMutableRawPointer? { nil }
  #endif
  typealias AddFolder = @convention(c) (Actions, UnsafePointer<CChar>) -> Int32
  typealias AddClosing = @convention(c) (Actions, Int32) -> Int32

  /// Since glibc 2.29 and macOS 10.15
  static let addFolder: AddFolder? = function("posix_spawn_file_actions_addchdir_np")

  /// Since glibc 2.34; without it a program may inherit what others have opened carelessly
  static let addClosing: AddClosing? = function("posix_spawn_file_actions_addclosefrom_np")

  /// A function by its name
  ///
  /// The types are those of the manual; a symbol of this name has no other.
  private static func function<Function>(_ name: String) -> Function? {
    dlsym(everything, name).map { unsafeBitCast($0, to: Function.self) }
  }
}

/// Texts as C takes a list of them: pointers, the last nil
private final class CStrings {
  /// Owned; freed with this object
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) {
    pointers = texts.map { strdup($0) } + [nil]
  }

  deinit { for pointer in pointers { free(pointer) } }
}

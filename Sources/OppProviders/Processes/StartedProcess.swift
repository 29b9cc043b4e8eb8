internal import OppSystem

/// A process that was started here, as the leader of a group of its own
///
/// ```
/// init(program, …)    starts it, and a thread that waits for its end (waitid, WNOWAIT)
/// ended               is raised by that thread
/// reap()              gives its number back: until then it cannot become that of another process
/// ```
struct StartedProcess: Sendable {
  /// The number of the process, which is also that of its group
  let id: pid_t

  /// Raised when the process has ended
  let ended: WakeFlag

  /// The last descriptor that a program gets: its standard error
  private static let lastInherited: Int32 = 2

  /// Starts a program
  ///
  /// - Parameters:
  ///   - input: the descriptor that becomes its standard input; `nil` for nothing to read.
  ///   - output: the descriptor that becomes its standard output; `nil` to discard it.
  ///   - error: the descriptor that becomes its standard error; `nil` to discard it.
  init(
    _ program: Program, input: Int32? = nil, output: Int32? = nil, error: Int32? = nil
  ) throws(StartFailure) {
    guard let ended = WakeFlag() else { throw .tooManyFiles }
    let process = try Self.start(program, input: input, output: output, error: error)
    do throws(SystemFailure) {
      try SystemThread.start {
        Self.awaitEnd(of: process)
        ended.send()
      }
    } catch {
      ProcessTree.kill(process)
      _ = Self.reap(process)
      throw .tooManyThreads
    }
    (id, self.ended) = (process, ended)
  }

  /// Asks the process and its group to end
  func terminate() { _ = killpg(id, SIGTERM) }

  /// Ends the process, its group and the processes that it has started outside of the group, and reaps it
  func end() {
    ProcessTree.kill(id)
    // The thread that waits for the process must have seen its end before the number is given back.
    ended.wait()
    _ = reap()
  }

  /// Gives the number of the process back
  ///
  /// - Requires: ``ended`` is raised.
  func reap() -> ProcessEnd {
    // The lower seven bits are the signal, the next eight the status.
    let status = Self.reap(id)
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
  }

  /// The status of a process that has ended
  private static func reap(_ process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Waits until a process has ended, and leaves it to be waited for
  private static func awaitEnd(of process: pid_t) {
    var state = siginfo_t()
    while waitid(P_PID, id_t(process), &state, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  /// Starts a program, and returns the number of its process
  private static func start(
    _ program: Program, input: Int32?, output: Int32?, error: Int32?
  ) throws(StartFailure) -> pid_t {
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
    // Its descriptors are 0, 1 and 2; all others are closed if the system can do that.
    for (place, descriptor) in [input, output, error].enumerated() {
      let place = Int32(place)
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, place)
      } else {
        posix_spawn_file_actions_addopen(
          &actions, place, "/dev/null", place == 0 ? O_RDONLY : O_WRONLY, 0)
      }
    }
    if !program.folder.isEmpty {
      let change = SpawnFunctions.addFolder
      guard let change, change(&actions, program.folder) == 0 else {
        throw StartFailure(reason: "this system cannot run programs in a folder")
      }
    }
    _ = SpawnFunctions.addClosing.map { $0(&actions, Self.lastInherited + 1) }
    // Its own group, so that it can be ended with the processes that it starts, and no Ctrl-C of a terminal reaches it.
    posix_spawnattr_setpgroup(&attributes, 0)
    // A program must not inherit the signals that this process ignores or blocks, such as a hang-up.
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
      throw StartFailure(
        reason: code == ENOENT ? "there is no such program" : String(cString: strerror(code)))
    }
    return process
  }
}

/// The way in which a process has ended by itself
enum ProcessEnd: Hashable {
  /// With a status from 0 to 255
  case exited(Int32)

  /// By a signal
  case signalled(Int32)
}

/// The reason why a program could not be started
struct StartFailure: Error {
  /// A fragment for people
  let reason: String

  static let tooManyFiles = StartFailure(reason: "there are too many open files")
  static let tooManyThreads = StartFailure(reason: "there are too many threads")
}

/// Functions that C libraries have but do not show to Swift, because they are beyond POSIX
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

  /// Since glibc 2.34; without it a program may inherit the descriptors that others have opened carelessly
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

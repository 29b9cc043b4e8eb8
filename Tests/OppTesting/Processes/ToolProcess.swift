package import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The executable `opp` in a process of its own, with the signals as they are by default
///
/// What it prints goes to files in its folder, so that nobody has to read while it runs.
package final class ToolProcess {
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)

    /// It did not end by itself, and was killed
    case stuck
  }

  package struct Failure: Error {
    let code: Int32
  }

  private let process: pid_t

  /// The number by which the system knows it
  package var identifier: pid_t { process }
  private let outputFile: URL
  private let errorFile: URL
  private var ending: Ending?

  /// For how long a busy machine may take to come to what is waited for
  private static let waitingLimit = Duration.seconds(60)

  /// Where standard output of the process goes
  package enum Output: Hashable, Sendable {
    /// A file, which ``ToolProcess/printed`` reads
    case kept

    /// A file or a device that is there
    case path(String)

    /// A pipe that nobody reads
    case closedPipe

    /// Nowhere: it is closed
    case closed
  }

  /// - Parameters:
  ///   - arguments: files in them are given by whole paths.
  ///   - folder: where its output goes; the home of the process.
  package init(
    _ arguments: [String], in folder: URL, variables: [String: String] = [:],
    output: Output = .kept
  ) throws {
    let name = UUID().uuidString
    outputFile = folder.appending(path: "\(name).out")
    errorFile = folder.appending(path: "\(name).err")
    // It lies beside the bundle of the tests.
    let tool = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "opp").path
    let environment = ["HOME": folder.path, "TZ": "UTC"].merging(variables) { $1 }
    process = try Self.start(
      [tool] + arguments, environment.map { "\($0.key)=\($0.value)" }, outputFile.path,
      errorFile.path, output)
  }

  deinit {
    if ending == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
  }

  private static func start(
    _ words: [String], _ environment: [String], _ file: String, _ error: String, _ output: Output
  ) throws -> pid_t {
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
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    var ends: [Int32] = [-1, -1]
    switch output {
    case .kept: posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT, 0o600)
    case .path(let path): posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
    case .closed: posix_spawn_file_actions_addclose(&actions, 1)
    case .closedPipe:
      guard pipe(&ends) == 0 else { throw Failure(code: errno) }
      close(ends[0])
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    }
    defer { if ends[1] >= 0 { close(ends[1]) } }
    posix_spawn_file_actions_addopen(&actions, 2, error, O_WRONLY | O_CREAT, 0o600)
    // A connection of a server of the tests that it held open too would never be closed.
    for descriptor: Int32 in 3..<256 { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let tool = words[0]
    let code = withCStrings(words) { words in
      withCStrings(environment) { environment in
        posix_spawn(&process, tool, &actions, &attributes, words, environment)
      }
    }
    guard code == 0 else { throw Failure(code: code) }
    return process
  }

  package func send(_ signal: Int32) { kill(process, signal) }

  /// Whether it has not ended by itself
  package var isRunning: Bool {
    guard ending == nil else { return false }
    var state = siginfo_t()
    // It stays to be waited for.
    return waitid(P_PID, id_t(process), &state, WEXITED | WNOHANG | WNOWAIT) == 0
      && state.si_signo == 0
  }

  /// Waits until it has ended
  @discardableResult
  package func wait() -> Ending {
    var status: Int32 = 0
    let hasEnded = ToolProcess.waits { [process] in waitpid(process, &status, WNOHANG) == process }
    if !hasEnded {
      kill(process, SIGKILL)
      waitpid(process, &status, 0)
    }
    // The lower seven bits are the signal, the next eight the status.
    let signal = status & 0x7F
    let found: Ending =
      !hasEnded ? .stuck : signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    ending = found
    return found
  }

  /// What it has printed on standard output so far
  package var printed: String { Self.text(outputFile) }

  /// What it has said on standard error so far
  package var said: String { Self.text(errorFile) }

  private static func text(_ file: URL) -> String {
    (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  /// Waits until something is so that a process does
  ///
  /// - Returns: whether it came to be so.
  package static func waits(for condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + waitingLimit
    while !condition() {
      guard ContinuousClock.now < end else { return false }
      usleep(2_000)
    }
    return true
  }

  /// Waits in the same way without keeping a thread from the tasks of the test itself
  package static func isReached(_ condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + waitingLimit
    while !condition() {
      guard ContinuousClock.now < end else { return false }
      await Task.yield()
    }
    return true
  }
}

/// Calls `body` with texts as C takes a list of them: pointers, the last nil
private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers = texts.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers)
}

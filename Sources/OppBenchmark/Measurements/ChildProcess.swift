internal import Foundation

/// A program run to its end: how long it took, and how much memory
struct ChildProcess {
  let seconds: Double

  /// The seconds of processor that it used, its own and the system's for it
  let processor: Double

  /// In megabytes (10⁶ bytes)
  let peakMemory: Double

  /// nil if it ended by a signal
  let status: Int32?

  /// Runs a program to its end, with its output thrown away
  ///
  /// - Parameters:
  ///   - path: of the executable; no search path is used.
  ///   - showsErrors: whether its standard error is that of this process.
  ///
  /// - Returns: nil if it cannot be started.
  static func run(
    _ path: String, _ arguments: [String], showsErrors: Bool = false
  ) -> ChildProcess? {
    let started = Stopwatch.now
    guard let id = spawn(path, arguments, showsErrors) else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(id, &status, 0, &usage) == id else { return nil }
    return ChildProcess(
      seconds: Stopwatch.now - started,
      processor: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peakMemory: PeakMemory.megabytes(usage),
      // POSIX: the low seven bits are the signal, the next eight the exit code.
      status: status & 0x7f == 0 ? (status >> 8) & 0xff : nil)
  }

  /// A duration of the system in seconds
  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
  }

  /// Starts a program; nil if that fails
  private static func spawn(
    _ path: String, _ arguments: [String], _ showsErrors: Bool
  ) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    if !showsErrors {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    // C strings, ended by nil; all are freed when the child has its own copy.
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var id: pid_t = 0
    return posix_spawn(&id, path, &actions, nil, words, environ) == 0 ? id : nil
  }
}

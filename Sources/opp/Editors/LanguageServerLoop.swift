internal import OppLanguageServer
internal import OppSystem

/// Carries bytes between standard input, the language server and standard output
///
/// One loop does all: it never waits for the client to read while the client may be waiting to write.
///
/// ```
/// poll ─┬─ input: at most 64 KiB to the server          ─▶ server.step() ─▶ output to `pending` ─▶ poll …
///       ├─ the client takes output: 4 KiB of `pending`
///       └─ nothing: the server's delay, or 5 s to look for the client
/// ```
struct LanguageServerLoop {
  /// The state of the server: bytes in, bytes out
  private let server: LanguageServer

  /// The output that the client has not taken yet
  private var pending: [UInt8] = []

  /// The bytes of ``pending`` that have been written
  private var written = 0

  /// The interval at which the process of the client is looked for, in milliseconds
  private static let parentInterval: Int64 = 5000

  /// The bytes that a pipe which can be written to takes without waiting
  private static let portion = 4096

  init(_ server: LanguageServer) {
    self.server = server
  }

  /// Serves until the client says `exit`, the input ends, or the client is gone
  ///
  /// - Returns: the status to exit with.
  consuming func run() -> Int32 {
    // A client that is gone is noticed at the next write.
    signal(SIGPIPE, SIG_IGN)
    var mayHaveMore = false
    while server.exitStatus == nil {
      guard exchange(waiting: mayHaveMore ? 0 : timeout) else {
        // Messages that were sent before the end are still handled.
        while server.exitStatus == nil, server.step() {}
        server.end()
        break
      }
      mayHaveMore = server.step()
      pending += server.takeOutput()
      if let parent = server.parentProcess, !mayHaveMore, !Self.isAlive(parent) { server.end() }
    }
    pending += server.takeOutput()
    while written < pending.count, write(waiting: Int32(Self.parentInterval)) {}
    return server.exitStatus ?? 1
  }

  /// The milliseconds until something must be done without input
  private var timeout: Int64 {
    let parent = server.parentProcess == nil ? Int64(Int32.max) : Self.parentInterval
    return min(server.delay ?? parent, parent)
  }

  /// Reads the input that has come, and writes as much as the client takes
  ///
  /// - Returns: `false` if the input has ended, or the output is closed.
  private mutating func exchange(waiting time: Int64) -> Bool {
    var waits = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: written < pending.count ? STDOUT_FILENO : -1, events: Int16(POLLOUT), revents: 0),
    ]
    let count = poll(&waits, 2, Int32(clamping: time))
    guard count > 0 else { return count == 0 || errno == EINTR }
    if waits[1].revents != 0, !write(waiting: 0) { return false }
    guard waits[0].revents != 0 else { return true }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let length = read(STDIN_FILENO, &buffer, buffer.count)
    if length < 0 { return errno == EINTR || errno == EAGAIN }
    guard length > 0 else { return false }
    server.receive(Array(buffer[..<length]))
    return true
  }

  /// Writes a portion of the output
  ///
  /// - Returns: `false` if the output is closed, or nothing could be written in the time.
  private mutating func write(waiting time: Int32) -> Bool {
    var wait = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&wait, 1, time) > 0 else { return time == 0 }
    let end = min(written + Self.portion, pending.count)
    let count = pending[written..<end].withUnsafeBytes {
      OppSystem.write(STDOUT_FILENO, $0.baseAddress, $0.count)
    }
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    written += count
    if written == pending.count {
      pending = []
      written = 0
    }
    return true
  }

  /// `true` while a process runs; one that has ended and is not waited for does not
  private static func isAlive(_ process: Int) -> Bool {
    guard let number = pid_t(exactly: process), number > 0 else { return true }
    if kill(number, 0) != 0 && errno == ESRCH { return false }
    #if os(Linux)
      guard let bytes = try? OpenFile.bytes(of: "/proc/\(number)/stat", upTo: 4096) else {
        return true
      }
      let status = String(decoding: bytes, as: UTF8.self)
      guard let name = status.lastIndex(of: ")") else { return true }
      let state = status[status.index(after: name)...].drop { $0 == " " }.first
      return state != "Z" && state != "X"
    #else
      return true
    #endif
  }
}

internal import OppOutputs
internal import OppSystem
internal import OppWorker

/// Carries messages from standard input to a worker, and its replies to standard output
///
/// It never waits for its caller to read while the caller may be waiting to write: a caller may send as many messages as it
/// likes before it reads a reply.
struct WorkerLoop {
  private let framing: MessageStream.Framing
  private var stream: MessageStream
  private var worker: Worker

  /// The replies that were not written yet, and how much of them was
  private var pending: [UInt8] = []
  private var written = 0

  /// The bytes of replies from which on no more input is read until some are taken
  private static let pendingLimit = 64 << 20

  /// The bytes that are read at once, and that a pipe takes without waiting
  private static let inputPortion = 1 << 16
  private static let outputPortion = 4096

  init(_ framing: MessageStream.Framing, in context: CommandContext) {
    self.framing = framing
    let limits = WorkerLimits()
    stream = MessageStream(framing, limit: limits.line)
    worker = Worker(Worker.Services(of: context), limits: limits)
  }

  /// - Returns: success if the input has ended after a message; `outside` if the output for replies is closed.
  consuming func run() -> ExitStatus {
    // A caller that is gone is noticed at the next write.
    signal(SIGPIPE, SIG_IGN)
    while true {
      guard let more = exchange() else { return .outside }
      guard !more.isEmpty else { break }
      for item in stream.receive(more) {
        pending += MessageStream.reply(worker.reply(to: item), framing)
        // Replies that are long are not gathered.
        if pending.count - written >= Self.pendingLimit, !drain() { return .outside }
      }
    }
    // The last line may have no end.
    if framing == .lines {
      for item in stream.receive([UInt8(ascii: "\n")]) {
        pending += MessageStream.reply(worker.reply(to: item), framing)
      }
    }
    guard drain() else { return .outside }
    return stream.isInMessage ? .problems : .success
  }

  /// Waits for input, and writes replies meanwhile
  ///
  /// - Returns: the input that has come, nothing at its end; nil if the output is closed.
  private mutating func exchange() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: Self.inputPortion)
    while true {
      var waits = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: written < pending.count ? STDOUT_FILENO : -1, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&waits, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        return nil
      }
      if waits[1].revents != 0, !write() { return nil }
      guard waits[0].revents != 0 else { continue }
      let length = read(STDIN_FILENO, &buffer, buffer.count)
      if length < 0, errno == EINTR || errno == EAGAIN { continue }
      return length > 0 ? Array(buffer[..<length]) : []
    }
  }

  /// Writes all replies, however long that takes
  private mutating func drain() -> Bool {
    while written < pending.count {
      var wait = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      if poll(&wait, 1, -1) < 0, errno != EINTR { return false }
      guard write() else { return false }
    }
    return true
  }

  /// Writes a portion of the replies
  private mutating func write() -> Bool {
    let end = min(written + Self.outputPortion, pending.count)
    let count = pending[written..<end].withUnsafeBytes {
      OppSystem.write(STDOUT_FILENO, $0.baseAddress, $0.count)
    }
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    written += count
    if written == pending.count {
      pending.removeAll(keepingCapacity: true)
      written = 0
    }
    return true
  }
}

internal import OppSystem
internal import Synchronization

/// A connection over TCP to a service that sends lines of text
///
/// A thread of its own waits for lines without a limit; ending the connection wakes it.
///
/// ```
/// bytes    {"class":"VERSION",…}\r\n{"cla      ss":"DEVICES",…}\n      (end)
/// events   line({"class":"VERSION",…})         line({"class":"DEVICES",…})    ended(closed)
/// ```
///
/// A line that the end of the connection cuts off is not yielded. There is no reconnection: that is the caller's.
final class LineConnection: Sendable {
  /// The longest line, in bytes
  static let longestLine = 64 << 10

  /// The number of lines that wait for a reader; of more, the oldest are dropped
  static let waitingLines = 64

  /// The time that connecting to one address may take, in milliseconds
  private static let connectLimit: Int32 = 5000

  enum Event: Sendable, Equatable {
    /// A line without its end
    case line([UInt8])

    /// The end of the stream
    case ended(Fault)
  }

  enum Fault: Sendable, Equatable {
    /// The name has no address
    case unknownHost

    /// None of its addresses accepts a connection
    case noConnection

    /// The connection was made, and has ended
    case closed
    case lineTooLong
  }

  /// The part that both the thread and the one that ends the connection use
  private struct State {
    /// The socket while it is open; nil before and after, so that ``end()`` shuts no other file
    var descriptor: Int32?
    var isEnded = false
  }

  /// Held for an instant only, never while the thread waits
  private let state = Mutex(State())
  private let address: LineAddress

  private init(_ address: LineAddress) {
    self.address = address
  }

  /// Connects, sends a greeting, and yields the lines that come; leaving the stream closes the connection
  static func lines(of address: LineAddress, saying greeting: String) -> AsyncStream<Event> {
    AsyncStream(bufferingPolicy: .bufferingNewest(waitingLines)) { continuation in
      let connection = LineConnection(address)
      continuation.onTermination = { _ in connection.end() }
      @Sendable func end(_ fault: Fault) {
        continuation.yield(.ended(fault))
        continuation.finish()
      }
      do throws(SystemFailure) {
        try SystemThread.start {
          end(connection.run(saying: Array(greeting.utf8)) { continuation.yield(.line($0)) })
        }
      } catch {
        // There are too many threads: the next attempt may find fewer.
        end(.noConnection)
      }
    }
  }

  /// Makes the thread stop as soon as possible
  private func end() {
    state.withLock { state in
      state.isEnded = true
      if let descriptor = state.descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  // MARK: - The thread

  /// Follows the first of the host's addresses that accepts a connection, to its end
  ///
  /// - Returns: the reason of the end.
  private func run(saying greeting: [UInt8], _ deliver: ([UInt8]) -> Void) -> Fault {
    let targets = SocketTarget.targets(of: address)
    guard !targets.isEmpty else { return .unknownHost }
    for target in targets {
      guard let descriptor = connect(to: target) else { continue }
      defer { release(descriptor) }
      guard send(greeting, to: descriptor) else { return .closed }
      return read(descriptor, deliver)
    }
    return .noConnection
  }

  /// A connected socket in blocking mode, or nil if there is none or the connection was ended meanwhile
  ///
  /// It does not block while it connects, so that the wait has a limit, and blocks from then on: ``end()`` wakes it.
  private func connect(to target: SocketTarget) -> Int32? {
    let descriptor = socket(target.family, SocketTarget.stream, 0)
    guard descriptor >= 0 else { return nil }
    // From here on, `end` can shut the socket, also while it connects.
    let isWanted = state.withLock { state in
      guard !state.isEnded else { return false }
      state.descriptor = descriptor
      return true
    }
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var isOn: Int32 = 1
    // A service whose machine has gone is noticed though it sends nothing any more.
    setsockopt(
      descriptor, SOL_SOCKET, SO_KEEPALIVE, &isOn, socklen_t(MemoryLayout.size(ofValue: isOn)))
    guard isWanted, flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
      target.connect(descriptor, milliseconds: Self.connectLimit),
      fcntl(descriptor, F_SETFL, flags) == 0
    else {
      release(descriptor)
      return nil
    }
    return descriptor
  }

  /// Closes a descriptor, and lets no other thread use it any more
  private func release(_ descriptor: Int32) {
    state.withLock { $0.descriptor = nil }
    close(descriptor)
  }

  /// Sends all of the bytes
  ///
  /// - Returns: false if the connection has ended.
  private func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { SocketTarget.send($0, to: descriptor) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Reads lines until the connection ends, or is ended
  private func read(_ descriptor: Int32, _ deliver: ([UInt8]) -> Void) -> Fault {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0, !state.withLock({ $0.isEnded }) else { return .closed }
      for byte in buffer[..<count] {
        if byte == UInt8(ascii: "\n") {
          if line.last == UInt8(ascii: "\r") { line.removeLast() }
          deliver(line)
          line.removeAll(keepingCapacity: true)
        } else {
          guard line.count < Self.longestLine else { return .lineTooLong }
          line.append(byte)
        }
      }
    }
  }
}

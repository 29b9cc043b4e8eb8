internal import OppSystem
internal import Synchronization

/// A connection that carries bytes both ways, with TLS or without
///
/// ```
/// a task: receive() ◀── 256 KiB at most ◀──┐
///         send()    ──▶ 4 MiB at most   ──▶ the thread ◀──▶ CurlSocket
/// ```
///
/// Nothing is read from the socket while 256 KiB wait for the reader, so that a service which sends too fast is slowed down and nothing
/// is dropped. A thread of its own waits for the socket without a limit, and is woken to send and to end. The connection does not
/// reconnect: that is up to the caller.
final class ByteConnection: Sendable {
  /// The most bytes that wait for the reader
  static let receiveLimit = 256 << 10

  /// The most bytes that wait to be sent; a service that takes none for so long is one that hangs
  static let sendLimit = 4 << 20

  /// The state that the thread and the tasks share, which outlives the connection until the thread has ended
  private let channel: ByteChannel

  private init(_ channel: ByteChannel) { self.channel = channel }

  deinit { channel.end() }

  /// Connects
  ///
  /// - Parameter trust: the authorities for TLS; `nil` for a connection without TLS.
  /// - Throws: ``WebFault/cancelled`` if the task is cancelled.
  static func connect(
    to address: LineAddress, trust: WebTrust?
  ) async throws(WebFault) -> ByteConnection {
    guard let channel = ByteChannel() else { throw .other }
    let connection = ByteConnection(channel)
    try runOnCurlThread { channel.run(to: address, trust) }
    let fault = await withTaskCancellationHandler {
      await withCheckedContinuation { channel.await($0) }
    } onCancel: {
      channel.end()
    }
    if let fault { throw fault }
    return connection
  }

  /// Hands bytes over to be sent, in order
  ///
  /// - Returns: `false` if the connection has ended.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool { channel.send(bytes) }

  /// Waits for bytes
  ///
  /// - Parameter deadline: the end of the wait; `nil` for none.
  /// - Returns: the bytes that have come; `nil` if none have come until the deadline.
  /// - Throws: the reason of the end, after everything that came before it.
  func receive(
    until deadline: ContinuousClock.Instant? = nil
  ) async throws(WebFault) -> [UInt8]? {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { channel.receive(until: deadline, $0) }
    } onCancel: {
      channel.end()
    }
    return try result.get()
  }

  /// Ends the connection, once all bytes that were handed over are sent, or a second is over
  func end() { channel.end() }
}

/// The bytes that wait on both sides of a connection, and the means to wake its thread
private final class ByteChannel: Sendable {
  private struct State {
    /// The bytes that the reader has not received yet
    var received: [UInt8] = []

    /// The bytes that have not been sent yet
    var outgoing: [UInt8] = []

    /// The reason of the end, once there is one
    var fault: WebFault?

    /// `true` once the connection is made
    var isConnected = false

    /// `true` once it has no reader any more
    var isEnded = false
    var connector: CheckedContinuation<WebFault?, Never>?
    var reader: CheckedContinuation<Result<[UInt8]?, WebFault>, Never>?
    var deadline: ContinuousClock.Instant?
  }

  /// Held for an instant only, never while the thread waits
  private let state = Mutex(State())

  /// A pipe whose one end the thread waits for beside the socket; open as long as this object
  private let wakeReader: Int32
  private let wakeWriter: Int32

  /// The time for which an ended connection still sends the bytes that were handed over
  private static let farewell = Duration.seconds(1)

  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    (wakeReader, wakeWriter) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit {
    close(wakeReader)
    close(wakeWriter)
  }

  private func wake() {
    var byte: UInt8 = 0
    // A pipe that is full wakes the thread as well.
    _ = write(wakeWriter, &byte, 1)
  }

  // MARK: - Tasks

  /// Resumes once the connection is made, with the fault if it cannot be
  func await(_ connector: CheckedContinuation<WebFault?, Never>) {
    let fault: WebFault?? = state.withLock { state in
      if state.isConnected { return .some(nil) }
      if let fault = state.fault { return fault }
      if state.isEnded { return .some(.cancelled) }
      state.connector = connector
      return nil
    }
    if let fault { connector.resume(returning: fault) }
  }

  func send(_ bytes: [UInt8]) -> Bool {
    let isTaken = state.withLock { state in
      guard state.fault == nil, !state.isEnded else { return false }
      guard state.outgoing.count + bytes.count <= ByteConnection.sendLimit else {
        state.fault = .tookTooLong
        return false
      }
      state.outgoing += bytes
      return true
    }
    wake()
    return isTaken
  }

  func receive(
    until deadline: ContinuousClock.Instant?,
    _ reader: CheckedContinuation<Result<[UInt8]?, WebFault>, Never>
  ) {
    let result: Result<[UInt8]?, WebFault>? = state.withLock { state in
      if !state.received.isEmpty {
        defer { state.received = [] }
        return .success(state.received)
      }
      if state.isEnded { return .failure(.cancelled) }
      if let fault = state.fault { return .failure(fault) }
      state.reader = reader
      state.deadline = deadline
      return nil
    }
    // The thread has room for more, or another deadline.
    wake()
    if let result { reader.resume(returning: result) }
  }

  func end() {
    let (connector, reader) = state.withLock { state in
      state.isEnded = true
      defer { (state.connector, state.reader) = (nil, nil) }
      return (state.connector, state.reader)
    }
    connector?.resume(returning: .cancelled)
    reader?.resume(returning: .failure(.cancelled))
    wake()
  }

  // MARK: - The thread

  /// Connects, and carries bytes until the connection ends or is ended
  func run(to address: LineAddress, _ trust: WebTrust?) {
    do throws(WebFault) {
      let socket = try CurlSocket.connect(to: address, trust: trust)
      let connector = state.withLock { state in
        state.isConnected = true
        defer { state.connector = nil }
        return state.connector
      }
      connector?.resume(returning: nil)
      try carry(socket)
      sayFarewell(socket)
    } catch {
      fail(error)
    }
  }

  /// Keeps the reason of the end, and hands it to the tasks that wait
  private func fail(_ fault: WebFault) {
    let (connector, reader) = state.withLock { state in
      state.fault = state.fault ?? fault
      defer { (state.connector, state.reader) = (nil, nil) }
      return (state.connector, state.reader)
    }
    connector?.resume(returning: fault)
    reader?.resume(returning: .failure(fault))
  }

  /// The part of the state that decides a turn of the thread
  private struct Turn {
    var outgoing: [UInt8]
    let hasRoom: Bool
    let isEnded: Bool
    let deadline: ContinuousClock.Instant?
  }

  private func carry(_ socket: borrowing CurlSocket) throws(WebFault) {
    var buffer = [UInt8](repeating: 0, count: 32 << 10)
    while true {
      let (turn, fault) = state.withLock { state in
        defer { state.outgoing = [] }
        return (
          Turn(
            outgoing: state.outgoing,
            hasRoom: state.received.count < ByteConnection.receiveLimit, isEnded: state.isEnded,
            deadline: state.reader == nil ? nil : state.deadline), state.fault
        )
      }
      if let fault { throw fault }
      let rest = try send(turn.outgoing, socket)
      if !rest.isEmpty { state.withLock { $0.outgoing.insert(contentsOf: rest, at: 0) } }
      if turn.isEnded { return }
      // Bytes that TLS has unpacked already make no socket readable: all of them are taken before the wait.
      if turn.hasRoom, try receive(into: &buffer, socket) { continue }
      wait(
        socket.descriptor, reads: turn.hasRoom, writes: !rest.isEmpty, until: turn.deadline)
    }
  }

  /// Sends as many bytes as the connection takes
  ///
  /// - Returns: the rest.
  private func send(
    _ bytes: [UInt8], _ socket: borrowing CurlSocket
  ) throws(WebFault) -> ArraySlice<UInt8> {
    var rest = bytes[...]
    while !rest.isEmpty {
      let result: Result<Int, WebFault> = rest.withUnsafeBytes { bytes in
        do throws(WebFault) {
          return .success(try socket.send(bytes))
        } catch {
          return .failure(error)
        }
      }
      let count = try result.get()
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    return rest
  }

  /// Receives the bytes that are there, up to the size of the buffer, and hands them to the reader
  ///
  /// - Returns: `false` if there is nothing.
  private func receive(
    into buffer: inout [UInt8], _ socket: borrowing CurlSocket
  ) throws(WebFault) -> Bool {
    let result: Result<Int?, WebFault> = buffer.withUnsafeMutableBytes { bytes in
      do throws(WebFault) {
        return .success(try socket.receive(into: bytes))
      } catch {
        return .failure(error)
      }
    }
    guard let count = try result.get() else { return false }
    guard count > 0 else { throw .closed }
    let (reader, bytes) = state.withLock {
      state -> (CheckedContinuation<Result<[UInt8]?, WebFault>, Never>?, [UInt8]) in
      state.received += buffer[..<count]
      guard let reader = state.reader else { return (nil, []) }
      defer { (state.reader, state.received) = (nil, []) }
      return (reader, state.received)
    }
    reader?.resume(returning: .success(bytes))
    return true
  }

  /// Waits until there is something to do, or the reader's deadline is over
  private func wait(
    _ descriptor: Int32, reads: Bool, writes: Bool, until deadline: ContinuousClock.Instant?
  ) {
    var events: Int16 = 0
    if reads { events |= Int16(POLLIN) }
    if writes { events |= Int16(POLLOUT) }
    var polled = [
      pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0),
      // A socket whose end must not be noticed yet, since there is no room, is not waited for.
      pollfd(fd: events == 0 ? -1 : descriptor, events: events, revents: 0),
    ]
    // Rounded up: a wait that ends a little early would be made again and again.
    let rest = deadline.map { max(0, ($0 - .now).milliseconds + 1) } ?? -1
    _ = poll(&polled, 2, Int32(clamping: rest))
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(wakeReader, &bytes, bytes.count) > 0 {}
    guard let deadline, deadline <= .now else { return }
    let reader = state.withLock { state in
      // Another reader may have come, with another deadline.
      guard state.deadline == deadline else {
        return nil as CheckedContinuation<Result<[UInt8]?, WebFault>, Never>?
      }
      defer { (state.reader, state.deadline) = (nil, nil) }
      return state.reader
    }
    reader?.resume(returning: .success(nil))
  }

  /// Sends the bytes that were handed over before the end, as far as the connection takes them in time
  private func sayFarewell(_ socket: borrowing CurlSocket) {
    let end = ContinuousClock.now + Self.farewell
    var rest = state.withLock { $0.outgoing }[...]
    while !rest.isEmpty, ContinuousClock.now < end {
      guard let left = try? send(Array(rest), socket) else { return }
      rest = left
      if rest.isEmpty { return }
      var polled = pollfd(fd: socket.descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&polled, 1, 100)
    }
  }
}

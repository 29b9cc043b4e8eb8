internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A transfer under way: what has come so far, and who waits for it
///
/// It ends once, whoever ends it first: the network, the alarm, or the task that is cancelled.
final class PendingTransfer: Sendable {
  /// Everything that changes; nothing of the platform is called while its lock is held
  private struct State {
    /// The caller, from ``PendingTransfer/start(_:)`` until it has its result; nil before and after
    var waiting: CheckedContinuation<WebTransfer, Never>?

    /// The result, once there is one: it never changes
    var ended: WebTransfer?

    /// The platform's work, to cancel it; nil before it has begun, and after it has succeeded
    var task: URLSessionTask?

    /// 0 before the response has begun
    var status = 0
    var headers: [String: String] = [:]

    /// The length of the body by the header
    var length: Int?
    var body: [UInt8] = []

    /// The number of bytes that have come, headers included
    var received = 0
  }

  private let state = Mutex(State())

  /// The most bytes of a body, unpacked
  private let sizeLimit: Int

  /// About how many bytes the request took
  private let sent: Int

  init(sizeLimit: Int, sent: Int) {
    self.sizeLimit = sizeLimit
    self.sent = sent
  }

  /// Begins to wait: returns the result to the continuation now, where it is there already, or later
  func start(_ continuation: CheckedContinuation<WebTransfer, Never>) {
    // The transfer may have ended before anybody waited: then there is nothing to wait for.
    let ended = state.withLock { state in
      if state.ended == nil { state.waiting = continuation }
      return state.ended
    }
    if let ended { continuation.resume(returning: ended) }
  }

  var hasEnded: Bool { state.withLock { $0.ended != nil } }

  /// Keeps what the platform does, to cancel it
  func hold(_ task: URLSessionTask) {
    state.withLock { $0.task = task }
  }

  /// Cancels what the platform does
  func cancel() {
    let task = state.withLock { $0.task }
    task?.cancel()
  }

  /// Ends without a response
  func finish(_ fault: WebFault) {
    end { state in
      WebTransfer(.failure(fault), bytes: self.sent + state.received)
    }
  }

  /// Ends with what has come
  func finish() {
    end { state in
      let received = TransferredResponse(
        status: state.status, headers: state.headers, body: state.body)
      return WebTransfer(.success(received), bytes: self.sent + state.received)
    }
  }

  /// Takes the head of the response
  ///
  /// - Returns: whether more is needed.
  func receive(_ response: HTTPURLResponse) -> Bool {
    var headers: [String: String] = [:]
    // About as many bytes as the head had: `HTTP/1.1 200 OK`, and each line with its colon, space and line end.
    var size = 20
    for (name, value) in response.allHeaderFields {
      guard let name = name as? String, let value = value as? String else { continue }
      headers[name.lowercased()] = value
      size += name.utf8.count + value.utf8.count + 4
    }
    guard let length = AnnouncedLength(headers["content-length"]) else {
      finish(.twoLengths)
      return false
    }
    guard length.bytes ?? 0 <= sizeLimit else {
      finish(.tooLarge(limit: sizeLimit))
      return false
    }
    state.withLock { state in
      state.status = response.statusCode
      state.headers = headers
      state.length = length.bytes
      state.received += size
    }
    return true
  }

  /// Takes a part of the body
  ///
  /// - Returns: whether more is needed.
  func receive(_ chunk: Foundation.Data) -> Bool {
    let isWanted = state.withLock { state in
      state.received += chunk.count
      guard state.ended == nil, state.body.count + chunk.count <= sizeLimit else { return false }
      state.body.append(contentsOf: chunk)
      return true
    }
    if !isWanted { finish(.tooLarge(limit: sizeLimit)) }
    return isWanted
  }

  /// Whether a response has begun
  var hasBegun: Bool { state.withLock { $0.status != 0 } }

  /// Whether the body is shorter than its header stated
  var isCutShort: Bool {
    state.withLock { state in
      guard state.headers["content-encoding"] == nil, state.status != 304, state.status != 204,
        let announced = state.length
      else { return false }
      return state.body.count < announced
    }
  }

  /// Ends it with the result that `make` gives, unless it has ended, and wakes the caller outside of the lock
  private func end(_ make: (State) -> WebTransfer) {
    let waiting = state.withLock {
      state -> (CheckedContinuation<WebTransfer, Never>, WebTransfer)? in
      guard state.ended == nil else { return nil }
      let transfer = make(state)
      state.ended = transfer
      state.body = []
      if case .success = transfer.result { state.task = nil }
      guard let waiting = state.waiting else { return nil }
      state.waiting = nil
      return (waiting, transfer)
    }
    if let (continuation, transfer) = waiting { continuation.resume(returning: transfer) }
  }
}

/// The length of a body by the headers of its response
struct AnnouncedLength: Hashable {
  /// nil where they state nothing
  let bytes: Int?

  /// Several headers of one name come as one, with commas between their values
  ///
  /// - Returns: nil where they differ (RFC 9110, 8.6): the end of such a response is unknown.
  init?(_ header: String?) {
    let values = header?.split(separator: ",").map { $0.trimming(" \t") } ?? []
    guard Set(values).count <= 1 else { return nil }
    bytes = values.first.flatMap { Int($0) }
  }
}

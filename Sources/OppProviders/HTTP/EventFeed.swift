internal import Synchronization

/// The bytes of a response without an end, on their way from the thread to a reader
///
/// ```
/// the thread: put ──▶ at most 256 KiB ──▶ the reader: next
///               └─ full: the transfer pauses, until fewer than 64 KiB are unread
/// ```
final class EventFeed: Sendable {
  /// The next part of a response
  enum Part: Sendable {
    case bytes([UInt8])

    /// The end; a response that is no stream comes with it as a whole
    case end(WebTransfer)
  }

  private struct State {
    var unread: [UInt8] = []
    var end: WebTransfer?
    var isPaused = false

    /// The reader, while there is nothing to read
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// The number of unread bytes from which on the transfer pauses
  static let fullSize = 256 << 10

  /// The number of unread bytes below which it goes on
  static let lowSize = 64 << 10

  /// Takes bytes
  ///
  /// - Returns: `false` if there is no room: they are to be handed over again later.
  func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (isTaken, waiting) = state.withLock { state in
      guard state.unread.count < Self.fullSize else {
        state.isPaused = true
        return (false, CheckedContinuation<Void, Never>?.none)
      }
      state.unread.append(contentsOf: bytes)
      return (true, state.waiting.take())
    }
    waiting?.resume()
    return isTaken
  }

  /// Takes the end, after which there is nothing
  func finish(_ transfer: WebTransfer) {
    let waiting = state.withLock { state in
      state.end = transfer
      return state.waiting.take()
    }
    waiting?.resume()
  }

  /// `true`, once, if a transfer that was paused can go on
  func takeResumption() -> Bool {
    state.withLock { state in
      guard state.isPaused, state.unread.count < Self.lowSize else { return false }
      state.isPaused = false
      return true
    }
  }

  /// The bytes that are unread, or the end after them; waits for either
  ///
  /// - Requires: one reader.
  func next() async -> Part {
    while true {
      let part: Part? = state.withLock { state in
        guard state.unread.isEmpty else {
          defer { state.unread = [] }
          return .bytes(state.unread)
        }
        return state.end.map { .end($0) }
      }
      if let part { return part }
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          guard state.unread.isEmpty, state.end == nil else { return true }
          state.waiting = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    }
  }
}

/// The reader of a feed, with which the transfer ends
final class EventReader: Sendable {
  let feed = EventFeed()
  let cancellation = Cancellation()
  private let inbox: CurlInbox

  init(_ inbox: CurlInbox) {
    self.inbox = inbox
  }

  deinit { end() }

  /// The next part; the end if the task is cancelled
  func next() async -> EventFeed.Part {
    // A transfer that was paused may go on now.
    defer { inbox.wake() }
    return await withTaskCancellationHandler {
      await feed.next()
    } onCancel: {
      end()
    }
  }

  private func end() {
    cancellation.request()
    inbox.wake()
  }
}

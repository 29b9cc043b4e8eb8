internal import CCurl
internal import Synchronization

/// The thread on which all transfers run
///
/// ```
/// a task: perform(hop) ──▶ CurlInbox ──▶ the thread: CurlTransfers ──▶ libcurl
///   ▲                                        │
///   └────────────── WebTransfer ◀────────────┘ at the end of the response, at the deadline, when the task is cancelled
/// ```
///
/// Every handle of libcurl is touched by this thread only. It sleeps until a socket, a deadline or a task wakes it.
final class CurlLoop: Sendable {
  /// The way to the thread, which holds nothing else: the thread ends with the loop
  private let inbox: CurlInbox

  /// - Throws: ``WebFault/noLibrary`` if this machine has no libcurl.
  init(_ environment: WebEnvironment) throws(WebFault) {
    guard opp_curl_load() else { throw .noLibrary }
    guard let multi = opp_curl_multi_init() else { throw .other }
    inbox = CurlInbox(multi, environment)
    let context = Unmanaged.passRetained(inbox)
    let isRunning = opp_curl_run_thread(
      { context in
        // The inbox that was retained above: it is handed over to this thread, once.
        guard let context else { return }
        var transfers = CurlTransfers(Unmanaged<CurlInbox>.fromOpaque(context).takeRetainedValue())
        transfers.run()
      }, context.toOpaque())
    guard isRunning else {
      context.release()
      inbox.close()
      throw .other
    }
  }

  deinit { inbox.stop() }

  /// Sends one request once
  ///
  /// - Returns: the response, or a fault at the deadline or when the task is cancelled.
  func perform(_ hop: Redirect, until deadline: ContinuousClock.Instant) async -> WebTransfer {
    let cancellation = Cancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        inbox.post(
          TransferOrder(
            hop: hop, deadline: deadline, cancellation: cancellation, receiver: .task(continuation))
        )
      }
    } onCancel: {
      cancellation.request()
      inbox.wake()
    }
  }

  /// Sends a request whose response may have no end; the transfer ends with its reader
  func open(_ hop: Redirect) -> EventReader {
    let reader = EventReader(inbox)
    inbox.post(
      TransferOrder(
        hop: hop, deadline: nil, cancellation: reader.cancellation, receiver: .feed(reader.feed)))
    return reader
  }
}

/// A request on its way to the thread
struct TransferOrder: Sendable {
  let hop: Redirect

  /// `nil` for a response that may have no end
  let deadline: ContinuousClock.Instant?
  let cancellation: Cancellation
  let receiver: Receiver

  /// The receiver of the response
  enum Receiver: Sendable {
    /// A task that waits for the end
    case task(CheckedContinuation<WebTransfer, Never>)

    /// A reader of a stream, bytes for bytes
    case feed(EventFeed)
  }

  func end(_ transfer: WebTransfer) {
    switch receiver {
    case .task(let continuation): continuation.resume(returning: transfer)
    case .feed(let feed): feed.finish(transfer)
    }
  }

  /// Ends it before anything was sent
  func end(_ fault: WebFault) { end(WebTransfer(.failure(fault), bytes: 0)) }
}

/// A mark, set by a task that is cancelled and read by the thread
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  func request() { flag.store(true, ordering: .releasing) }

  var isRequested: Bool { flag.load(ordering: .acquiring) }
}

/// The orders for the thread, and the means to wake it
final class CurlInbox: Sendable {
  private struct State {
    var orders: [TransferOrder] = []

    /// `true` once the loop has ended: the thread ends its transfers, and then itself
    var isStopped = false

    /// `true` once the handle is freed
    var isClosed = false
  }

  private let state = Mutex(State())

  /// The handle of all transfers
  ///
  /// The thread uses it without a lock. Other threads only wake it, which libcurl allows, and under the lock under which
  /// it is freed.
  nonisolated(unsafe) let multi: UnsafeMutableRawPointer
  let environment: WebEnvironment

  init(_ multi: UnsafeMutableRawPointer, _ environment: WebEnvironment) {
    self.multi = multi
    self.environment = environment
  }

  /// Hands an order to the thread, or ends it if there is no thread any more
  func post(_ order: TransferOrder) {
    let isTaken = state.withLock { state in
      guard !state.isStopped else { return false }
      state.orders.append(order)
      opp_curl_multi_wakeup(multi)
      return true
    }
    if !isTaken { order.end(.cancelled) }
  }

  func wake() {
    state.withLock { state in
      if !state.isClosed { _ = opp_curl_multi_wakeup(multi) }
    }
  }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      if !state.isClosed { _ = opp_curl_multi_wakeup(multi) }
    }
  }

  /// Takes the orders since the last call; returns `nil` if the loop has ended
  func takeAll() -> [TransferOrder]? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      defer { state.orders = [] }
      return state.orders
    }
  }

  /// Frees the handle, when it has no transfer any more
  ///
  /// - Returns: the orders that were not taken.
  @discardableResult func close() -> [TransferOrder] {
    state.withLock { state in
      state.isStopped = true
      state.isClosed = true
      opp_curl_multi_cleanup(multi)
      defer { state.orders = [] }
      return state.orders
    }
  }
}

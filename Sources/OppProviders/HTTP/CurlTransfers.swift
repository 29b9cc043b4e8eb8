internal import CCurl

/// The transfers that run, and the work of the thread that they run on
///
/// It lives on that thread alone.
struct CurlTransfers {
  private let inbox: CurlInbox

  /// The transfers by their handles
  private var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]

  /// The limits on connections: those in use, those to one host, those kept for later requests, and one response at a time
  ///
  /// Responses that share a connection of HTTP/2 stall in several versions of libcurl, among them 7.88.1 of Debian 12: some
  /// data of one of many wait for ever, and with them the connection.
  private static let limits: [(CURLMoption, Int)] = [
    (CURLMOPT_MAX_TOTAL_CONNECTIONS, 16), (CURLMOPT_MAX_HOST_CONNECTIONS, 4),
    (CURLMOPT_MAXCONNECTS, 8), (CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING)),
  ]

  /// The longest sleep, in milliseconds
  private static let longestSleep: Int64 = 60_000

  init(_ inbox: CurlInbox) {
    self.inbox = inbox
    for (option, value) in Self.limits { opp_curl_multi_set_number(inbox.multi, option, value) }
  }

  /// Runs transfers until the loop ends, and ends those that run then
  mutating func run() {
    while let orders = inbox.takeAll() {
      for order in orders { begin(order) }
      opp_curl_multi_perform(inbox.multi)
      finishEnded()
      finishAbandoned(at: ContinuousClock.now)
      opp_curl_multi_poll(inbox.multi, sleep(from: ContinuousClock.now))
    }
    for transfer in running.values { remove(transfer, CURLE_ABORTED_BY_CALLBACK) }
    for order in inbox.close() { order.end(.cancelled) }
  }

  private mutating func begin(_ order: TransferOrder) {
    guard !order.cancellation.isRequested else { return order.end(.cancelled) }
    guard let transfer = CurlTransfer(order, inbox.environment) else { return order.end(.other) }
    guard opp_curl_multi_add(inbox.multi, transfer.handle.pointer) == CURLM_OK else {
      return order.end(.other)
    }
    running[transfer.handle.pointer] = transfer
  }

  /// Ends the transfers that libcurl has ended
  private mutating func finishEnded() {
    var code = CURLE_OK
    while let handle = opp_curl_multi_next_ended(inbox.multi, &code) {
      guard let transfer = running.removeValue(forKey: handle) else { continue }
      remove(transfer, code)
    }
  }

  /// Ends the transfers whose tasks are cancelled, or whose time is over
  ///
  /// libcurl has a limit of time as well, which a transfer that waits for a connection does not feel.
  private mutating func finishAbandoned(at now: ContinuousClock.Instant) {
    for (handle, transfer) in running {
      let code: CURLcode
      if transfer.isCancelled {
        code = CURLE_ABORTED_BY_CALLBACK
      } else if let deadline = transfer.deadline, deadline <= now {
        code = CURLE_OPERATION_TIMEDOUT
      } else {
        transfer.resumeIfWanted()
        continue
      }
      running[handle] = nil
      remove(transfer, code)
    }
  }

  /// Takes the handle from libcurl, then ends the transfer
  private func remove(_ transfer: CurlTransfer, _ code: CURLcode) {
    opp_curl_multi_remove(inbox.multi, transfer.handle.pointer)
    transfer.finish(code)
  }

  /// The milliseconds until the first deadline
  private func sleep(from now: ContinuousClock.Instant) -> Int32 {
    let rests = running.values.compactMap { $0.deadline.map { ($0 - now).milliseconds } }
    // One more, because a part of a millisecond is none.
    return Int32(clamping: min(max(rests.min() ?? Self.longestSleep, 0) + 1, Self.longestSleep))
  }
}

extension Duration {
  /// Whole milliseconds, without the part of one that may remain
  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

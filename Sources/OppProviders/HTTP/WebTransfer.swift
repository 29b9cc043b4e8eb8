internal import OppEngine
internal import OppModel
internal import OppSession

/// The result of sending one request once
struct WebTransfer: Sendable {
  let result: Result<TransferredResponse, WebFault>

  /// The number of bytes that went over the network, both ways, as far as it is known
  let bytes: Int

  init(_ result: Result<TransferredResponse, WebFault>, bytes: Int) {
    self.result = result
    self.bytes = bytes
  }
}

/// A response as it came, of any status
struct TransferredResponse: Sendable {
  let status: Int

  /// By their names in lower case
  let headers: [String: String]
  let body: [UInt8]

  /// `true` if the response is found elsewhere; 300 is a choice for people, and 304 the response before
  var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The result of the response, by its status
  func result(
    of request: WebRequest, from address: WebAddress, _ bytes: Int
  ) -> Result<WebResponse, FetchFailure> {
    // A body that was handed over is none that the service has had before: 304 says nothing about it.
    let isUnchanged = status == 304 && !request.method.isHandingOver
    if (200..<300).contains(status) || isUnchanged || request.expectedStatuses.contains(status) {
      return .success(
        WebResponse(status: status, headers: headers, body: body, address: address, bytes: bytes))
    }
    let failure = StatusFailure(
      status: status, host: address.host, hasCredentials: request.hasCredentials)
    return .failure(
      FetchFailure(
        failure.kind, failure.reason, remedy: failure.remedy, retryAfter: retryAfter))
  }

  /// The seconds for which the service is to be left alone, by its own clock if it sends that; nil if it does not
  /// say
  private var retryAfter: Int64? {
    guard status == 429 || status >= 500, let text = headers["retry-after"] else { return nil }
    // `Retry-After: Sun, 21 Jun 2026 12:02:00 GMT` with `Date: … 12:00:00 GMT` is 120 s, even if the clock here differs.
    let clock = headers["date"].flatMap { RetryAfter.date($0) }
    let now = clock ?? PresentClock.now()
    return RetryAfter.seconds(text, now: now)
  }
}

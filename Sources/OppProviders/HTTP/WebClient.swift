internal import OppEngine
internal import OppModel
package import OppSession
internal import OppSystem
internal import Synchronization

/// Sends requests to services over HTTP, carefully
///
/// Everything has a limit: time, size, redirects. It follows no redirect from https to http, sends a
/// secret to no other service than the one it is meant for and never unencrypted, and names in its
/// failures the host only. It never hangs: on any network, a result comes within the
/// time limit, and at once when the task is cancelled.
///
/// ```
/// exchange(request)
///   hop: Redirect ──▶ transfer ──▶ CurlLoop: a thread with libcurl ──▶ WebTransfer: a response or a fault
///     ▲                                                                   │
///     └── a redirect, or a connection that was closed ◀───────────────────┘
/// ```
package final class WebClient: Sendable {
  /// The most bytes that are read of a response's body, unpacked
  package static let maximumBodySize = 32 << 20
  package static let maximumRedirects = 5

  /// The greatest number of times that a request is sent again after the connection was closed
  package static let maximumRetries = 2

  /// The settings of this machine
  private let environment: WebEnvironment

  /// The time limit of a request that sets none itself
  private let timeLimit: Duration

  /// The WebSockets of Home Assistants, which connections with the same address share
  let homes = HomeHubs()

  /// The thread of the transfers; `nil` before the first request
  private let loop = Mutex<CurlLoop?>(nil)

  /// - Parameters:
  ///   - version: that of Opp, for the `User-Agent`.
  ///   - variable: the value of a variable of the environment, or `nil`.
  package init(
    version: String = "0.1.0", timeLimit: Duration = .seconds(20),
    variable: (String) -> String? = { ProcessVariables[$0] }
  ) {
    self.timeLimit = timeLimit
    environment = WebEnvironment(
      agent: "opp/\(version) (declarative reminders)", variable: variable)
  }

  /// The authorities that it trusts, for connections other than HTTP
  var trust: WebTrust { environment.trust }

  /// Sends a request
  ///
  /// - Returns: the response if its status is 2xx, 304 or one the request expects; else the failure.
  package func send(_ request: WebRequest) async -> Result<WebResponse, FetchFailure> {
    await exchange(request).result
  }

  /// Sends a request, and counts its bytes even if it failed
  ///
  /// ```
  /// GET https://a.org/     302 https://b.org/     GET https://b.org/     200        bytes: of both
  /// GET https://a.org/     closed    GET https://a.org/     200                     one of two retries is used
  /// POST https://a.org/    closed                                                   a failure: it may have arrived
  /// ```
  ///
  /// One deadline holds for all of it.
  package func exchange(_ request: WebRequest) async -> HTTPExchange {
    let deadline = ContinuousClock.now + (request.timeLimit ?? timeLimit)
    var hop = Redirect(request)
    var bytes = 0
    var (redirects, retries) = (0, 0)
    while true {
      if let failure = hop.refusal { return HTTPExchange(.failure(failure), bytes: bytes) }
      let transfer = await transfer(hop, until: deadline)
      bytes += transfer.bytes
      switch transfer.result {
      case .failure(let fault):
        if fault == .closed, retries < Self.maximumRetries, request.method.isRepeatable {
          retries += 1
          continue
        }
        return HTTPExchange(.failure(fault.failure(host: hop.address.host)), bytes: bytes)
      case .success(let received):
        guard received.isRedirect else {
          return HTTPExchange(received.result(of: request, from: hop.address, bytes), bytes: bytes)
        }
        redirects += 1
        guard redirects <= Self.maximumRedirects else {
          return HTTPExchange(.failure(hop.endless), bytes: bytes)
        }
        do throws(FetchFailure) {
          try hop.follow(received.headers["location"], status: received.status)
        } catch {
          return HTTPExchange(.failure(error), bytes: bytes)
        }
      }
    }
  }

  /// Sends one request once, and waits for its end: the response, a fault, the deadline, or cancellation
  private func transfer(_ hop: Redirect, until deadline: ContinuousClock.Instant) async
    -> WebTransfer
  {
    guard deadline > ContinuousClock.now else {
      return WebTransfer(.failure(.tookTooLong), bytes: 0)
    }
    do throws(WebFault) {
      return await (try startedLoop()).perform(hop, until: deadline)
    } catch {
      return WebTransfer(.failure(error), bytes: 0)
    }
  }

  /// The thread of the transfers, which the first request starts
  func startedLoop() throws(WebFault) -> CurlLoop {
    try loop.withLock { loop throws(WebFault) in
      if let loop { return loop }
      let started = try CurlLoop(environment)
      loop = started
      return started
    }
  }
}

/// The result of a request, and its cost in bytes
package struct HTTPExchange: Sendable {
  package let result: Result<WebResponse, FetchFailure>

  /// The number of bytes that went over the network, both ways, as far as it is known
  package let bytes: Int

  init(_ result: Result<WebResponse, FetchFailure>, bytes: Int) {
    self.result = result
    self.bytes = bytes
  }
}

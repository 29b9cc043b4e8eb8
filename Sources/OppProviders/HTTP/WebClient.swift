internal import Foundation
package import OppEngine
internal import OppModel

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Sends requests to services over HTTP, carefully
///
/// Everything has a limit: time, size, redirects. It follows no redirect from https to http, sends a
/// secret to no other service than the one it is meant for and never unencrypted, and names in its
/// failures the host only. It never hangs: whatever the network does, a result comes within the
/// time limit, and at once when the task is cancelled.
///
/// ```
/// exchange(request)
///   hop: Redirect ──▶ transfer ──▶ URLSession on the queue `starting` ──▶ WebSessionDelegate ──▶ PendingTransfer
///     ▲                                                                                            │
///     └── a redirect, or a connection that was reset ◀── WebTransfer: a response or a fault ◀──────┘
/// ```
package final class WebClient: Sendable {
  /// The most bytes that are read of a response's body, unpacked
  package static let maximumBodySize = 32 << 20
  package static let maximumRedirects = 5

  /// The greatest number of times that a request is sent again after the connection was reset
  package static let maximumRetries = 2

  /// The header `User-Agent`: some services refuse requests that do not say who sends them
  private let agent: String

  /// The time limit of a request that sets none itself
  private let timeLimit: Duration

  /// The session of requests without a body, whose connections are kept
  private let session: URLSession

  /// No cookies, no cache, no stored credentials
  private let configuration: URLSessionConfiguration

  /// The receiver of every session's events
  private let delegate: WebSessionDelegate

  /// The queue on which transfers are started and cancelled: the session may wait for its own work in both,
  /// and must not hold up the caller
  private let starting = OperationQueue()

  /// - Parameter version: that of Opp, for the `User-Agent`.
  package init(version: String = "0.1.0", timeLimit: Duration = .seconds(20)) {
    self.timeLimit = timeLimit
    agent = "opp/\(version) (declarative reminders)"
    starting.maxConcurrentOperationCount = 1
    delegate = WebSessionDelegate(starting: starting)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    self.configuration = configuration
    session = Self.session(configuration, delegate)
  }

  /// A session, whose events are processed on the thread that reads them; see ``InlineQueue``
  private static func session(
    _ configuration: URLSessionConfiguration, _ delegate: WebSessionDelegate
  ) -> URLSession {
    URLSession(
      configuration: configuration, delegate: delegate, delegateQueue: InlineQueue.forSession)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request
  ///
  /// - Returns: the response where its status is 2xx, 304 or one the request expects; else the failure.
  package func send(_ request: WebRequest) async -> Result<WebResponse, FetchFailure> {
    await exchange(request).result
  }

  /// Sends a request, and counts what that took even where it failed
  ///
  /// ```
  /// GET https://a.org/     302 https://b.org/     GET https://b.org/     200        bytes: of both
  /// GET https://a.org/     reset     GET https://a.org/     200                     one of two retries is used
  /// POST https://a.org/    reset                                                    a failure: it may have arrived
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
        if fault == .reset, retries < Self.maximumRetries, request.method.isRepeatable {
          retries += 1
          continue
        }
        return HTTPExchange(.failure(fault.failure(host: hop.address.host)), bytes: bytes)
      case .success(let received):
        guard let location = received.redirection else {
          return HTTPExchange(received.result(of: request, from: hop.address, bytes), bytes: bytes)
        }
        redirects += 1
        guard redirects <= Self.maximumRedirects else {
          let reason = "\(hop.address.host) redirects more than \(Self.maximumRedirects) times"
          return HTTPExchange(.failure(FetchFailure(.broken, reason)), bytes: bytes)
        }
        do throws(FetchFailure) {
          try hop.follow(location, status: received.status)
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
    let rest = deadline - ContinuousClock.now
    guard rest > .zero else { return WebTransfer(.failure(.tookTooLong), bytes: 0) }
    var request = URLRequest(url: hop.address.url)
    request.httpMethod = hop.method.rawValue
    // The limit of all is kept below; this one is for silence, and comes later.
    request.timeoutInterval = Double(rest.components.seconds) + 5
    request.httpShouldHandleCookies = false
    request.setValue(agent, forHTTPHeaderField: "User-Agent")
    for header in hop.headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
    if let body = hop.body { request.httpBody = Foundation.Data(body) }
    // The caller waits for `pending`, which the session, the alarm or the cancellation ends, whichever is first.
    let pending = PendingTransfer(sizeLimit: hop.sizeLimit, sent: hop.size)
    starting.addOperation { [session, configuration, delegate, request] in
      guard !pending.hasEnded else { return }
      // A body goes over a connection of its own. One that is kept from an earlier request may have been
      // closed by the service meanwhile; the session of Linux then sends the request again on a new
      // connection, but without its body.
      let isAlone = request.httpBody != nil
      let session = isAlone ? Self.session(configuration, delegate) : session
      let task = session.dataTask(with: request)
      delegate.add(pending, of: task)
      pending.hold(task)
      task.resume()
      if isAlone { session.finishTasksAndInvalidate() }
    }
    // A session may be silent beyond its own limits, or hang in its own work: this does not depend on it.
    let alarm = Task {
      guard (try? await Task.sleep(for: rest)) != nil else { return }
      abandon(pending, .tookTooLong)
    }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { pending.start($0) }
    } onCancel: {
      abandon(pending, .cancelled)
    }
  }

  /// Ends a transfer now, and has the platform's work cancelled later
  private func abandon(_ pending: PendingTransfer, _ fault: WebFault) {
    pending.finish(fault)
    starting.addOperation { pending.cancel() }
  }
}

/// The result of a request, and what it took
package struct HTTPExchange: Sendable {
  package let result: Result<WebResponse, FetchFailure>

  /// The number of bytes that went over the network, both ways, as far as it is known
  package let bytes: Int

  init(_ result: Result<WebResponse, FetchFailure>, bytes: Int) {
    self.result = result
    self.bytes = bytes
  }
}

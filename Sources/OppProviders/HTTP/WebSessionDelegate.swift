internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Hands the events of the platform's session to the transfer that they concern
///
/// ```
/// add ─▶ didReceive response ─▶ didReceive data … ─▶ didCompleteWithError: removes it
///           └─ a challenge, which ends the transfer with what has come
/// ```
final class WebSessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
  /// By their tasks: the numbers of tasks repeat from session to session
  private let transfers = Mutex<[ObjectIdentifier: PendingTransfer]>([:])

  /// The queue on which tasks are cancelled: a session then waits for its own work, which calls this
  private let starting: OperationQueue

  init(starting: OperationQueue) {
    self.starting = starting
  }

  /// Registers a transfer; before its task is resumed, so that no event is missed
  func add(_ transfer: PendingTransfer, of task: URLSessionTask) {
    transfers.withLock { $0[ObjectIdentifier(task)] = transfer }
  }

  /// The transfer of a task; nil for one that has completed
  private func transfer(of task: URLSessionTask) -> PendingTransfer? {
    transfers.withLock { $0[ObjectIdentifier(task)] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let transfer = transfer(of: dataTask), let response = response as? HTTPURLResponse else {
      return completionHandler(.cancel)
    }
    let isWanted = transfer.receive(response)
    completionHandler(isWanted ? .allow : .cancel)
    // The session of Linux ignores the disposition.
    if !isWanted { starting.addOperation { dataTask.cancel() } }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Foundation.Data
  ) {
    guard let transfer = transfer(of: dataTask) else { return }
    if !transfer.receive(data) { starting.addOperation { dataTask.cancel() } }
  }

  /// Redirects are followed by the client, which knows what may be sent where
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// A service that refuses has responded; the credentials that there are have been sent already
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let transfer = transfer(of: task), transfer.hasBegun else {
      return completionHandler(.performDefaultHandling, nil)
    }
    transfer.finish()
    starting.addOperation { completionHandler(.cancelAuthenticationChallenge, nil) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let transfer = transfers.withLock({ $0.removeValue(forKey: ObjectIdentifier(task)) })
    else {
      return
    }
    if let error {
      transfer.finish(Self.fault(error, hasBegun: transfer.hasBegun))
    } else if !transfer.hasBegun {
      transfer.finish(.notHTTP)
    } else if transfer.isCutShort {
      transfer.finish(.brokenOff)
    } else {
      transfer.finish()
    }
  }

  /// The fault that an error of the platform means
  ///
  /// - Parameter hasBegun: whether the head of a response had come: then the response broke off.
  private static func fault(_ error: any Error, hasBegun: Bool) -> WebFault {
    guard let error = error as? URLError else { return .other }
    switch error.code {
    case .timedOut: return .tookTooLong
    case .cancelled: return .cancelled
    case .cannotFindHost, .dnsLookupFailed: return .unknownHost
    case .cannotConnectToHost, .notConnectedToInternet: return .noConnection
    case .networkConnectionLost, .badServerResponse, .cannotParseResponse:
      return hasBegun ? .brokenOff : error.code == .networkConnectionLost ? .reset : .notHTTP
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      return .noTrust
    default: return insecurity(error) ?? (hasBegun ? .brokenOff : .other)
    }
  }

  /// Why there is no safe connection; nil where it is something else
  ///
  /// The session of Linux has no code for it, only libcurl's message: `SSL certificate problem: self-signed
  /// certificate`, `SSL: no alternative certificate subject name matches …`, `… SSL routines::wrong version`.
  private static func insecurity(_ error: URLError) -> WebFault? {
    let words = error.localizedDescription.lowercased()
    guard words.contains("ssl") || words.contains("tls") else { return nil }
    return words.contains("certificate") ? .noTrust : .notTLS
  }
}

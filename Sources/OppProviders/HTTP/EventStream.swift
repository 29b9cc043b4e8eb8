internal import OppEngine
package import OppSession

/// The events of a service, for as long as somebody asks for the next
///
/// ```swift
/// var events = client.events(of: request)
/// while let event = try await events.next() { … }
/// ```
///
/// A connection that ends is opened again with the identity of the last event, after the pause that the service names. There
/// is no limit of time but one of silence: services send comments to show that they are there.
package struct EventStream {
  private let client: WebClient
  private let request: WebRequest
  private var parser = ServerEventParser()

  /// The connection that is open; `nil` before the first, and between two
  private var reader: EventReader?

  /// `true` once a connection was open, before the next of which is a pause
  private var wasOpen = false

  /// The pause if the service names none
  private static let usualPause = Duration.seconds(3)

  init(_ client: WebClient, _ request: WebRequest) {
    self.client = client
    self.request = request
  }

  /// The next event; returns `nil` if the service wants the stream to end (204)
  ///
  /// - Throws: a failure if the stream cannot be opened. The next call opens it again.
  package mutating func next() async throws(FetchFailure) -> ServerEvent? {
    while true {
      if let event = parser.next() { return event }
      if let reader {
        guard case .bytes(let bytes) = await reader.next() else {
          close()
          continue
        }
        try take(bytes)
      } else {
        guard try await open() else { return nil }
      }
    }
  }

  private mutating func close() {
    reader = nil
    parser.reset()
  }

  private mutating func take(_ bytes: [UInt8]) throws(FetchFailure) {
    do {
      try parser.take(bytes)
    } catch {
      close()
      throw error.failure(host: request.address.host)
    }
  }

  /// Opens a connection, and takes its first bytes
  ///
  /// - Returns: `false` if the service wants no more.
  private mutating func open() async throws(FetchFailure) -> Bool {
    if wasOpen {
      do {
        try await Task.sleep(for: parser.pause ?? Self.usualPause)
      } catch {
        throw WebFault.cancelled.failure(host: request.address.host)
      }
    }
    var request = request
    request.set("Accept", "text/event-stream")
    if !parser.lastID.isEmpty { request.set("Last-Event-ID", parser.lastID) }
    wasOpen = true
    switch try await client.open(request) {
    case .stream(let reader, let bytes):
      self.reader = reader
      try take(bytes)
      return true
    case .response(let response):
      if response.status == 204 { return false }
      throw response.unreadable("a stream of events")
    }
  }
}

/// The beginning of a response that may have no end
enum OpenedStream: Sendable {
  /// A stream, with its first bytes
  case stream(EventReader, [UInt8])

  /// A response that has ended
  case response(WebResponse)
}

extension WebClient {
  /// The events that a service sends in response to a request
  package func events(of request: WebRequest) -> EventStream { EventStream(self, request) }

  /// Sends a request whose response may have no end, and follows redirects as others do
  func open(_ request: WebRequest) async throws(FetchFailure) -> OpenedStream {
    var hop = Redirect(request)
    for _ in 0...Self.maximumRedirects {
      if let failure = hop.refusal { throw failure }
      let host = hop.address.host
      let reader: EventReader
      do {
        reader = try startedLoop().open(hop)
      } catch {
        throw error.failure(host: host)
      }
      switch await reader.next() {
      case .bytes(let bytes): return .stream(reader, bytes)
      case .end(let transfer):
        switch transfer.result {
        case .failure(let fault): throw fault.failure(host: host)
        case .success(let received):
          guard received.isRedirect else {
            return .response(
              try received.result(of: request, from: hop.address, transfer.bytes).get())
          }
          try hop.follow(received.headers["location"], status: received.status)
        }
      }
    }
    throw hop.endless
  }
}

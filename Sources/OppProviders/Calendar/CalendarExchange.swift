internal import OppEngine
internal import OppSession

/// The requests of one response, and the bytes that they took together
struct CalendarExchange {
  private let client: WebClient

  /// The number of bytes of all of them, both ways, those that failed included
  private(set) var bytes = 0

  init(_ client: WebClient) {
    self.client = client
  }

  /// Sends one request, and counts its bytes even if it fails
  mutating func send(_ request: WebRequest) async throws(FetchFailure) -> WebResponse {
    let exchange = await client.exchange(request)
    bytes += exchange.bytes
    return try exchange.result.get()
  }
}

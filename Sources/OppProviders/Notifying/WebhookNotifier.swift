internal import OppEngine
internal import OppModel
internal import OppSession

/// `webhook(url)`: a JSON object sent to a service of the person's own
///
/// ```
/// POST /hook
/// Idempotency-Key: "2026-06-21T12%3A00%3A00Z%2FWalk"
///
/// {"id":"2026-06-21T12:00:00Z/Walk","opp":"Walk","text":"It is sunny","at":"2026-06-21T12:00:00Z","to":[],
///  "urgent":false}
/// ```
struct WebhookNotifier: Notifier {
  let name: String
  private let address: WebAddress

  /// `true` if the address is `env("…")`
  private let isSecretAddress: Bool

  /// For the header `Authorization: Bearer …`; nil for none
  private let token: Secret?
  private let web: WebClient

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "webhook", "Posts notifications to an address.", serves: [.notifications],
    options: [.text("url", isRequired: true), .secret("token")],
    notifier: { settings throws(ConnectorProblem) in try WebhookNotifier(settings) })

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    name = settings.name
    address = try settings.address("url")
    isSecretAddress = settings.options.secret("url") != nil
    token = settings.options.secret("token")
    web = settings.web
  }

  func deliver(_ notice: Notice) async throws(DeliveryFailure) {
    _ = try notice.payloadMembers(reserved: [])
    var request = WebRequest(.post, address, text: notice.json, type: "application/json")
    request.set("Idempotency-Key", Self.key(notice.id))
    if isSecretAddress { request.markSecret() }
    if let token { request.authorize(bearer: token) }
    let response = try await web.deliver(request)
    if response.isPage {
      throw DeliveryFailure(
        "\(response.address.host) responded with a page: it may not have been delivered",
        remedy: "Check the address")
    }
  }

  /// The identity in quotes, as draft-ietf-httpapi-idempotency-key-header has it: a structured field
  /// (RFC 9651) of ASCII, with other characters percent-encoded
  private static func key(_ id: String) -> String { "\"" + WebAddress.encoded(id) + "\"" }
}

extension WebClient {
  /// Sends a request that delivers a notification
  ///
  /// - Throws: the reason why it was not taken; for good, if the same would be refused again.
  func deliver(_ request: WebRequest) async throws(DeliveryFailure) -> WebResponse {
    var request = request
    // The request itself is at fault: it can never be taken.
    let refusals: Set<Int> = [400, 413, 422]
    request.expectedStatuses.formUnion(refusals)
    request.sizeLimit = 1 << 20
    request.isDelivery = true
    switch await send(request) {
    case .failure(let failure): throw DeliveryFailure(failure)
    case .success(let response):
      if refusals.contains(response.status) {
        throw DeliveryFailure(
          "\(response.address.host) responded with \(response.status)", isFinal: true)
      }
      return response
    }
  }
}

internal import OppModel

/// A request to a service
package struct WebRequest: Sendable {
  package let method: Method
  package let address: WebAddress
  package private(set) var headers: [WebHeader] = []
  package let body: [UInt8]?

  /// Statuses that are a response to the caller, beside 2xx and 304, rather than a failure
  package var expectedStatuses: Set<Int> = []

  /// `true` for a notification: a failure then says that nothing was delivered
  package var isDelivery = false

  /// The longest time for the whole request, redirects and retries included; nil for the limit of the client
  package var timeLimit: Duration?

  /// The most bytes that are read of a response's body
  package var sizeLimit = WebClient.maximumBodySize

  /// `true` if a secret goes with it, in a header or in its address
  package private(set) var carriesSecret = false

  /// `true` if a password or a token goes with it, or its address is as good as one
  var hasCredentials: Bool {
    carriesSecret || headers.contains { $0.isNamed("Authorization") }
  }

  /// A method of HTTP or of WebDAV
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case propfind = "PROPFIND"
    case report = "REPORT"

    /// `true` if sending it twice is the same as sending it once
    var isRepeatable: Bool {
      switch self {
      case .post, .patch: false
      case .get, .head, .put, .delete, .options, .propfind, .report: true
      }
    }

    /// `true` if the body is handed over to be kept, rather than a question
    var isHandingOver: Bool {
      switch self {
      case .post, .put, .patch: true
      case .get, .head, .delete, .options, .propfind, .report: false
      }
    }
  }

  package init(_ method: Method = .get, _ address: WebAddress, body: [UInt8]? = nil) {
    self.method = method
    self.address = address
    self.body = body
    if let user = address.userInformation { authorize("Basic " + Base64.encoded(user)) }
  }

  /// A request with a text as its body
  ///
  /// - Parameter type: its media type, for `Content-Type`.
  package init(_ method: Method, _ address: WebAddress, text: String, type: String) {
    self.init(method, address, body: Array(text.utf8))
    set("Content-Type", type)
  }

  /// Sets a header, in place of one of the same name
  package mutating func set(_ name: String, _ value: String) {
    headers.removeAll { $0.isNamed(name) }
    headers.append(WebHeader(name: name, value: value))
  }

  /// Sends a token (RFC 6750)
  package mutating func authorize(bearer token: Secret) {
    authorize("Bearer " + token.revealed)
  }

  /// Sends a user and a password (RFC 7617)
  package mutating func authorize(user: String, password: Secret) {
    authorize("Basic " + Base64.encoded(user + ":" + password.revealed))
  }

  /// Marks that there is a secret in the address or in a header
  package mutating func markSecret() { carriesSecret = true }

  /// Sets the header `Authorization`, which is a secret
  private mutating func authorize(_ value: String) {
    set("Authorization", value)
    carriesSecret = true
  }
}

/// A header of a request
package struct WebHeader: Hashable, Sendable {
  package let name: String
  package let value: String

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }

  /// `true` if it can be sent as it is: a line end in it would begin a header of its own
  var isSound: Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
      && value.utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F }
  }
}

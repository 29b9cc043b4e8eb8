internal import OppJSON
internal import OppModel

/// A message of the client
///
/// ```
/// {"jsonrpc":"2.0","id":1,"method":"shutdown"}     a request
/// {"jsonrpc":"2.0","method":"exit"}                a notification
/// {"jsonrpc":"2.0","id":1,"result":null}           a response
/// {"jsonrpc":"2.0","id":1}                         invalid, with the id 1
/// [1]                                              invalid, without an id
/// ```
package enum Message: Sendable {
  case request(id: RequestID, method: String, Parameters?)
  case notification(method: String, Parameters?)
  /// The response to a request of the server; no result if it failed or is null
  case response(id: RequestID, result: Parameters?, hasFailed: Bool)
  /// The error to respond with to a text that is no message
  case invalid(id: RequestID?, ResponseError)

  /// Reads the body of a frame
  package init(_ body: [UInt8]) {
    do throws(JSONFailure) {
      self.init(Parameters(try JSONValue.parse(body), in: body))
    } catch {
      self = .invalid(id: nil, .parseError(error.words))
    }
  }

  /// Reads a request, a notification or a response, which differ in their members
  private init(_ message: Parameters) {
    guard message.isObject else {
      self = .invalid(id: nil, .invalidRequest("a message must be an object"))
      return
    }
    let member = message.value["id"]
    let id = member.flatMap { RequestID(message.with($0)) }
    guard message["jsonrpc"]?.text == "2.0" else {
      self = .invalid(id: id, .invalidRequest("`jsonrpc` must be \"2.0\""))
      return
    }
    guard let name = message["method"] else {
      guard let id, message.value["result"] != nil || message["error"] != nil else {
        self = .invalid(id: id, .invalidRequest("`method` is missing"))
        return
      }
      self = .response(
        id: id, result: message["result"], hasFailed: message["error"] != nil)
      return
    }
    guard let method = name.text else {
      self = .invalid(id: id, .invalidRequest("`method` must be a text"))
      return
    }
    if let id {
      self = .request(id: id, method: method, message["params"])
    } else if member == nil {
      self = .notification(method: method, message["params"])
    } else {
      self = .invalid(id: nil, .invalidRequest("`id` must be a whole number or a text"))
    }
  }
}

/// The identity of a request, which its response repeats
package enum RequestID: Hashable, Sendable {
  case number(Int)
  case text(String)

  init?(_ value: Parameters) {
    if let number = value.integer {
      self = .number(number)
    } else if let text = value.text {
      self = .text(text)
    } else {
      return nil
    }
  }

  package var json: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): ValueNotation.jsonString(text)
    }
  }
}

extension JSONFailure {
  /// The mistake in words
  fileprivate var words: String {
    let reason =
      switch kind {
      case .expected(let expected): "expected \(expected)"
      case .tooDeep(let limit): "arrays and objects are more than \(limit) deep"
      case .notUTF8: "a text is not UTF-8"
      }
    return "the message is no JSON: \(reason) at byte \(offset)"
  }
}

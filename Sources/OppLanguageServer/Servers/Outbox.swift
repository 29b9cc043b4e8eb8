internal import OppJSON
internal import OppModel

/// The messages that the server has for the client, in their order
///
/// All parts of the server write to the one that it owns.
final class Outbox {
  /// The messages as JSON, without headers
  private var bodies: [String] = []

  /// The requests of the server that have no response yet, with the purpose of each
  private(set) var waiting: [RequestID: Purpose] = [:]

  /// The id of the last request of the server; the client's own ids are others, even if they are equal
  private var lastID = 0

  /// The purpose of a request of the server
  enum Purpose: Hashable, Sendable {
    /// Nothing follows from its response
    case nothing
    case settings

    /// The token under which a request is shown to be under way
    case progress(String)
  }

  /// Adds the response to a request of the client
  func respond(_ id: RequestID?, _ result: Result<String, ResponseError>) {
    bodies.append(
      JSONText.object { json in
        json.member("jsonrpc", string: "2.0")
        json.member("id", raw: id?.json ?? "null")
        switch result {
        case .success(let text): json.member("result", raw: text)
        case .failure(let error):
          json.key("error")
          json.object { object in
            object.member("code", raw: "\(error.code)")
            object.member("message", string: error.message)
            if let data = error.data { object.member("data", raw: data) }
          }
        }
      })
  }

  /// Adds a notification
  func notify(_ method: String, _ parameters: (inout JSONText) -> Void) {
    bodies.append(
      JSONText.object { json in
        json.member("jsonrpc", string: "2.0")
        json.member("method", string: method)
        json.key("params")
        json.object(parameters)
      })
  }

  /// Adds a request of the server
  ///
  /// - Parameter purpose: kept until the response comes.
  func request(
    _ method: String, for purpose: Purpose = .nothing, _ parameters: ((inout JSONText) -> Void)?
  ) {
    lastID += 1
    waiting[.number(lastID)] = purpose
    bodies.append(
      JSONText.object { json in
        json.member("jsonrpc", string: "2.0")
        json.member("id", raw: "\(lastID)")
        json.member("method", string: method)
        if let parameters {
          json.key("params")
          json.object(parameters)
        }
      })
  }

  /// The purpose of a request, by its response; nil for one that is not waited for
  func purpose(of id: RequestID) -> Purpose? { waiting.removeValue(forKey: id) }

  /// Takes the messages out, each with its header
  func take() -> [UInt8] {
    var bytes: [UInt8] = []
    for body in bodies {
      let content = body.utf8
      bytes += "Content-Length: \(content.count)\r\n\r\n".utf8
      bytes += content
    }
    bodies = []
    return bytes
  }

  /// Takes the messages out without headers
  func takeBodies() -> [String] {
    defer { bodies = [] }
    return bodies
  }
}

/// The reason why a request has no result
package struct ResponseError: Error, Hashable, Sendable {
  package let code: Int
  package let message: String

  /// Members of `data` as JSON; nil for none
  package let data: String?

  package init(code: Int, message: String, data: String? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// The message is no JSON
  package static func parseError(_ reason: String) -> ResponseError {
    ResponseError(code: -32700, message: reason)
  }

  /// The message is JSON, and no request that can be handled now
  package static func invalidRequest(_ reason: String) -> ResponseError {
    ResponseError(code: -32600, message: reason)
  }

  /// The server has no such request
  package static func methodNotFound(_ name: String) -> ResponseError {
    ResponseError(code: -32601, message: "there is no method `\(name)`")
  }

  /// A member of `params` is missing, or has another type than the request needs
  package static func invalidParameters(_ reason: String) -> ResponseError {
    ResponseError(code: -32602, message: reason)
  }

  /// The request was understood, and cannot be done: a rename to a name that is taken
  package static func requestFailed(_ reason: String) -> ResponseError {
    ResponseError(code: -32803, message: reason)
  }

  package static let notInitialized = ResponseError(
    code: -32002, message: "the server is not initialized")
  package static let cancelled = ResponseError(code: -32800, message: "the request was cancelled")
  package static let contentModified = ResponseError(
    code: -32801, message: "the text has changed since")
}

/// Why a request has no result
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

  package static func parseError(_ reason: String) -> ResponseError {
    ResponseError(code: -32700, message: reason)
  }

  package static func invalidRequest(_ reason: String) -> ResponseError {
    ResponseError(code: -32600, message: reason)
  }

  package static func methodNotFound(_ name: String) -> ResponseError {
    ResponseError(code: -32601, message: "there is no method `\(name)`")
  }

  package static func invalidParameters(_ reason: String) -> ResponseError {
    ResponseError(code: -32602, message: reason)
  }

  package static func requestFailed(_ reason: String) -> ResponseError {
    ResponseError(code: -32803, message: reason)
  }

  package static let notInitialized = ResponseError(
    code: -32002, message: "the server is not initialized")
  package static let cancelled = ResponseError(code: -32800, message: "the request was cancelled")
  package static let contentModified = ResponseError(
    code: -32801, message: "the text has changed since")
}

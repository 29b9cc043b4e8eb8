internal import OppSystem

/// A server at 127.0.0.1 to which a login in a browser leads back
///
/// It answers one request: that with the state of the login. Any other page is not found, and an answer to another login is
/// refused, so that no page from elsewhere can log a person in.
package final class RedirectServer {
  private let server: LocalServer

  /// The answer that came first; `nil` while none has come
  private var answer: BrowserLogin.Answer?

  /// `true` if an answer to another login came
  package private(set) var hasRefused = false

  package init() throws(LocalServer.Failure) { server = try LocalServer(port: 0) }

  package var port: UInt16 { server.port }

  /// Waits for the answer to a login, for a time at most
  package func wait(milliseconds: Int32, for login: BrowserLogin) -> BrowserLogin.Answer? {
    server.serve(milliseconds: milliseconds) { [self] target in response(target, login) }
    return answer
  }

  private func response(_ target: String, _ login: BrowserLogin) -> LocalServer.Response {
    guard answer == nil, let found = login.answer(inTarget: target) else { return .notFound }
    switch found {
    case .code:
      answer = found
      return LocalServer.Response(page: Self.page("You can close this page."))
    case .denied:
      answer = found
      return LocalServer.Response(page: Self.page("Nothing was allowed. You can close this page."))
    case .foreign:
      hasRefused = true
      return LocalServer.Response(
        status: "400 Bad Request",
        page: Self.page("This answers another login than the one that waits."))
    }
  }

  private static func page(_ sentence: String) -> [UInt8] {
    Array(
      "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>Opp</title><p>\(sentence)</p></html>\n"
        .utf8)
  }
}

internal import OppSystem

/// A server of one page for the browsers of this machine, which reload it when it changes
///
/// It needs no script: the end of a response is kept back until there is a new page, and is then an element that has the browser
/// load the page again.
///
/// ```
/// browser                           server
/// GET / HTTP/1.1            ──▶
///                           ◀──     HTTP/1.1 200 OK … the page              shown; the connection stays open
///                                   replace(page)
///                           ◀──     <meta http-equiv="refresh" content="0"/>  the end: the browser reloads it
/// ```
///
/// Everything happens within ``serve(milliseconds:)``; there is no thread.
package final class PageServer {
  package typealias Failure = LocalServer.Failure

  private let server: LocalServer

  /// The page that is served now
  private var page: [UInt8]

  /// The end of a response, which has the browser load the page again
  private static let refresh = Array("<meta http-equiv=\"refresh\" content=\"0\"/>\n".utf8)

  /// - Parameter port: 0 for one that the system chooses.
  package init(port: UInt16, page: [UInt8]) throws(Failure) {
    server = try LocalServer(port: port)
    self.page = page
  }

  /// The port, also if the system chose it
  package var port: UInt16 { server.port }

  /// Serves another page from now on, and has the browsers that show the one before load it
  package func replace(page: [UInt8]) {
    self.page = page
    server.endOpenResponses(with: Self.refresh)
  }

  /// Waits for browsers for a time at most, and responds to their requests
  package func serve(milliseconds: Int32) {
    server.serve(milliseconds: milliseconds) { target in
      target == "/" ? LocalServer.Response(page: page, staysOpen: true) : .notFound
    }
  }
}

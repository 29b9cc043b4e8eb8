internal import OppSystem

/// A server for the browsers of this machine
///
/// It listens at 127.0.0.1 alone, and answers requests for that host alone, so that no page from elsewhere can read it
/// under a name of its own. Everything happens within ``serve(milliseconds:_:)``; there is no thread.
package final class LocalServer {
  /// The response to a request
  struct Response {
    /// The status, as in the first line of the response
    var status = "200 OK"

    /// HTML; empty for none
    var page: [UInt8]

    /// `true` if its end is kept back until ``endOpenResponses(with:)``
    var staysOpen = false

    static let notFound = Response(status: "404 Not Found", page: [])
  }

  /// The reason why it cannot listen
  package struct Failure: Error {
    /// A fragment for people
    package let reason: String
  }

  /// The port, also if the system chose it
  package let port: UInt16

  /// The socket that accepts connections
  private let listener: Int32

  /// The open connections, the oldest first
  private var browsers: [Browser] = []

  /// The most connections; of more, the oldest is closed
  private static let browserLimit = 32

  /// The most bytes of a request's head
  private static let headLimit = 16 << 10

  /// A connection
  private struct Browser {
    let descriptor: Int32

    /// The bytes of the request so far; nil once it is answered
    var head: [UInt8]? = []

    /// The bytes that are still to be sent
    var pending: ArraySlice<UInt8> = []

    /// `true` if the end of its response is kept back
    var isWaiting = false
  }

  /// - Parameter port: 0 for one that the system chooses.
  package init(port: UInt16) throws(Failure) {
    let listener: LoopbackListener
    do throws(SystemFailure) {
      listener = try LoopbackListener(port: port)
    } catch {
      throw Failure(reason: error.message)
    }
    let descriptor = listener.descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    self.listener = descriptor
    self.port = listener.port
  }

  deinit {
    for browser in browsers { close(browser.descriptor) }
    close(listener)
  }

  /// Sends the end of the responses that are kept open
  func endOpenResponses(with end: [UInt8]) {
    for index in browsers.indices where browsers[index].isWaiting {
      browsers[index].isWaiting = false
      browsers[index].pending += end
    }
  }

  /// Waits for browsers for a time at most, and responds to their requests
  ///
  /// - Parameter respond: is given the target of a request, such as `/a?b=c`.
  func serve(milliseconds: Int32, _ respond: (String) -> Response) {
    var waits = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
    for browser in browsers {
      let isSending = !browser.pending.isEmpty
      waits.append(
        pollfd(
          fd: browser.descriptor, events: Int16(isSending ? POLLIN | POLLOUT : POLLIN), revents: 0))
    }
    guard poll(&waits, nfds_t(waits.count), milliseconds) > 0 else { return }
    var kept: [Browser] = []
    for (browser, wait) in zip(browsers, waits.dropFirst()) {
      var browser = browser
      if wait.revents == 0 || advance(&browser, respond) {
        kept.append(browser)
      } else {
        close(browser.descriptor)
      }
    }
    browsers = kept
    if waits[0].revents != 0 { accept() }
  }

  /// Takes a connection; of too many, the oldest is closed
  private func accept() {
    let descriptor = acceptSocket(listener)
    guard descriptor >= 0 else { return }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    if browsers.count >= Self.browserLimit { close(browsers.removeFirst().descriptor) }
    browsers.append(Browser(descriptor: descriptor))
  }

  // MARK: Connections

  /// Reads and sends as much as there is
  ///
  /// - Returns: whether the connection stays open.
  private func advance(
    _ browser: inout Browser, _ respond: (String) -> Response
  ) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(browser.descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { break }
      guard count > 0 else { return false }
      browser.head? += buffer[..<count]
    }
    if let head = browser.head {
      guard head.count <= Self.headLimit else { return false }
      let text = String(decoding: head, as: UTF8.self)
      if text.contains("\r\n\r\n") { answer(text, &browser, respond) }
    }
    while !browser.pending.isEmpty {
      let count = browser.pending.withUnsafeBytes {
        SocketTarget.send($0, to: browser.descriptor)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return true }
      guard count > 0 else { return false }
      browser.pending = browser.pending.dropFirst(count)
    }
    return browser.head != nil || browser.isWaiting
  }

  /// Answers a request
  private func answer(
    _ head: String, _ browser: inout Browser, _ respond: (String) -> Response
  ) {
    browser.head = nil
    let lines = head.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    var response = Response(status: "400 Bad Request", page: [])
    if words.count == 3, words[2].hasPrefix("HTTP/1.") {
      if !isOwn(lines.dropFirst()) {
        response.status = "421 Misdirected Request"
      } else if words[0] != "GET" && words[0] != "HEAD" {
        response.status = "405 Method Not Allowed"
      } else {
        response = respond(String(words[1]))
      }
    }
    var fields = ["HTTP/1.1 \(response.status)", "Connection: close", "Cache-Control: no-store"]
    if response.page.isEmpty {
      fields.append("Content-Length: 0")
    } else {
      fields += [
        "Content-Type: text/html; charset=utf-8", "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'",
      ]
    }
    browser.pending += Array((fields.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    guard words.first == "GET" else { return }
    browser.pending += response.page
    browser.isWaiting = response.staysOpen
  }

  /// `true` if the request names this machine as its host: another name would be a page from elsewhere that leads here
  private func isOwn(_ fields: ArraySlice<Substring>) -> Bool {
    let hosts = fields.filter { $0.lowercased().hasPrefix("host:") }.map {
      $0.dropFirst(5).trimmingSpaces().lowercased()
    }
    return hosts.count == 1 && ["127.0.0.1:\(port)", "localhost:\(port)"].contains(hosts[0])
  }
}

/// The function of the C library, whose name a method hides
private func acceptSocket(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

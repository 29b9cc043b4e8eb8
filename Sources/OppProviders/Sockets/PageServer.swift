internal import OppSystem

/// A server of one page for the browsers of this machine, which show it anew when it changes
///
/// It needs no script: the end of a response is kept back until there is a new page, and is then an element that has the browser
/// load the page again.
///
/// ```
/// browser                           server
/// GET / HTTP/1.1            ──▶
///                           ◀──     HTTP/1.1 200 OK … the page              shown; the connection stays open
///                                   replace(page)
///                           ◀──     <meta http-equiv="refresh" content="0"/>  the end: the browser loads it anew
/// ```
///
/// It listens at 127.0.0.1 alone, and answers requests for that host alone, so that no page from elsewhere can read it
/// under a name of its own. Everything happens within ``serve(milliseconds:)``; there is no thread.
package final class PageServer {
  /// The reason why it cannot listen
  package struct Failure: Error {
    /// A fragment for people
    package let reason: String
  }

  /// The port, also where the system chose it
  package let port: UInt16

  /// The page that is served now
  private var page: [UInt8]

  /// The socket that accepts connections
  private let listener: Int32

  /// The open connections, the oldest first
  private var browsers: [Browser] = []

  /// The most connections; of more, the oldest is closed
  private static let browserLimit = 32

  /// The most bytes of a request's head
  private static let headLimit = 16 << 10

  /// The end of a response, which has the browser load the page again
  private static let refresh = Array("<meta http-equiv=\"refresh\" content=\"0\"/>\n".utf8)

  /// A connection
  private struct Browser {
    let descriptor: Int32

    /// The bytes of the request so far; nil once it is answered
    var head: [UInt8]? = []

    /// The bytes that are still to be sent
    var pending: ArraySlice<UInt8> = []

    /// Whether it stays open until the page changes
    var isWaiting = false
  }

  /// - Parameter port: 0 for one that the system chooses.
  package init(port: UInt16, page: [UInt8]) throws(Failure) {
    let listener = socket(AF_INET, SocketTarget.stream, 0)
    guard listener >= 0 else { throw Failure(reason: "there is no socket") }
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    _ = fcntl(listener, F_SETFL, fcntl(listener, F_GETFL) | O_NONBLOCK)
    var isOn: Int32 = 1
    setsockopt(
      listener, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout.size(ofValue: isOn)))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The C library takes every kind of address as a `sockaddr`; this one is of the size it says.
    let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard isNamed else {
      let reason = String(cString: strerror(errno))
      close(listener)
      throw Failure(reason: reason)
    }
    self.listener = listener
    self.page = page
    self.port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    for browser in browsers { close(browser.descriptor) }
    close(listener)
  }

  /// Serves another page from now on, and has the browsers that show the one before load it
  package func replace(page: [UInt8]) {
    self.page = page
    for index in browsers.indices where browsers[index].isWaiting {
      browsers[index].isWaiting = false
      browsers[index].pending += Self.refresh
    }
  }

  /// Waits for browsers for a time at most, and does what they wait for
  package func serve(milliseconds: Int32) {
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
      if wait.revents == 0 || advance(&browser) {
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
  private func advance(_ browser: inout Browser) -> Bool {
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
      if text.contains("\r\n\r\n") { answer(text, &browser) }
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

  /// Answers a request: the page at `/`, and nothing else
  private func answer(_ head: String, _ browser: inout Browser) {
    browser.head = nil
    let lines = head.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    let status: String
    if words.count != 3 || !words[2].hasPrefix("HTTP/1.") {
      status = "400 Bad Request"
    } else if !isOwn(lines.dropFirst()) {
      status = "421 Misdirected Request"
    } else if words[0] != "GET" && words[0] != "HEAD" {
      status = "405 Method Not Allowed"
    } else {
      status = words[1] == "/" ? "200 OK" : "404 Not Found"
    }
    var fields = ["HTTP/1.1 \(status)", "Connection: close", "Cache-Control: no-store"]
    if status == "200 OK" {
      fields += [
        "Content-Type: text/html; charset=utf-8", "X-Content-Type-Options: nosniff",
        "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'",
      ]
    } else {
      fields.append("Content-Length: 0")
    }
    browser.pending += Array((fields.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    guard status == "200 OK", words[0] == "GET" else { return }
    browser.pending += page
    browser.isWaiting = true
  }

  /// Whether the request names this machine as its host: another name would be a page from elsewhere that leads here
  private func isOwn(_ fields: ArraySlice<Substring>) -> Bool {
    let hosts = fields.filter { $0.lowercased().hasPrefix("host:") }.map {
      $0.dropFirst(5).trimmingSpaces().lowercased()
    }
    return hosts.count == 1 && ["127.0.0.1:\(port)", "localhost:\(port)"].contains(hosts[0])
  }
}

/// The function of the C library, whose name a method hides
private func acceptSocket(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

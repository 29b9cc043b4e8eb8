/// What the server of the tests answers, and how it goes wrong
package struct ServerAnswer: Sendable {
  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]

  /// How long the server waits before it answers; it stops waiting when the client goes
  package var delay: Duration = .zero
  package var fault: Fault?

  package enum Fault: Sendable {
    /// Closes the connection without a word
    case close

    /// Resets the connection without a word
    case reset

    /// Closes after so many bytes of the body, though its length has been announced
    case closeAfter(Int)

    /// Announces another length than the body has, then closes
    case wrongLength(Int)

    /// Takes the request and never answers, until the client goes or the server stops
    case silence

    /// Sends the body again and again, without an end
    case endless

    /// Sends the body alone, in place of an answer in HTTP, and closes
    case raw
  }

  package init(
    status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    delay: Duration = .zero, fault: Fault? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delay = delay
    self.fault = fault
  }

  package init(
    status: Int = 200, headers: [(name: String, value: String)] = [], text: String,
    type: String = "text/plain; charset=utf-8", fault: Fault? = nil
  ) {
    self.init(
      status: status, headers: [("Content-Type", type)] + headers, body: Array(text.utf8),
      fault: fault)
  }

  package static func json(_ text: String, status: Int = 200) -> ServerAnswer {
    ServerAnswer(status: status, text: text, type: "application/json; charset=utf-8")
  }

  package static func page(_ text: String = "<!DOCTYPE html><html>Log in</html>") -> ServerAnswer {
    ServerAnswer(text: text, type: "text/html; charset=utf-8")
  }

  package static func status(
    _ status: Int, headers: [(name: String, value: String)] = []
  ) -> ServerAnswer {
    ServerAnswer(status: status, headers: headers)
  }

  package static func redirect(to location: String, status: Int = 302) -> ServerAnswer {
    ServerAnswer(status: status, headers: [("Location", location)])
  }

  package static func fault(_ fault: Fault, text: String = "") -> ServerAnswer {
    ServerAnswer(text: text, fault: fault)
  }

  /// The status line and the headers; nil for a body of which nothing is announced
  func head(length: Int?) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(status < 400 ? "OK" : "Error")\r\n"
    for header in headers { text += "\(header.name): \(header.value)\r\n" }
    if let length { text += "Content-Length: \(length)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}

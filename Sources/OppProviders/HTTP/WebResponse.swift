internal import OppEngine
package import OppSession
internal import OppSystem

/// The response of a service
package struct WebResponse: Sendable {
  package let status: Int

  /// By their names in lower case
  let headers: [String: String]
  package let body: [UInt8]

  /// The address that it came from, after redirects
  package let address: WebAddress

  /// The number of bytes that went over the network for it, both ways, as far as it is known
  package let bytes: Int

  /// The value of a header, whose name may be in any case; nil if there is none
  package func header(_ name: String) -> String? { headers[name.lowercased()] }

  /// The media type without its parameters, in lower case; empty if there is none
  package var mediaType: String {
    let type = header("Content-Type") ?? ""
    let plain = type.split(separator: ";", omittingEmptySubsequences: false).first ?? ""
    return plain.trimming(" \t").lowercased()
  }

  /// The body as text; nil if it is not UTF-8
  package var text: String? { String(validating: body, as: UTF8.self) }

  /// `true` for a page for people, such as a login page in place of a response
  ///
  /// The body decides: services send JSON as `text/html`, and pages as anything. White space, a byte order mark, comments
  /// and `<?xml …?>` may come before.
  package var isPage: Bool {
    var text = String(decoding: body.prefix(4096), as: UTF8.self).lowercased()[...]
    while true {
      text = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      guard let prelude = Self.preludes.first(where: { text.hasPrefix($0.start) }) else { break }
      guard let end = text.firstRange(of: prelude.end) else { return false }
      text = text[end.upperBound...]
    }
    return Self.pageStarts.contains { text.hasPrefix($0) }
  }

  /// The beginnings of a page
  private static let pageStarts = [
    "<!doctype html", "<html", "<head", "<body", "<title", "<script", "<meta",
  ]

  /// The parts that may be before a page
  private static let preludes = [(start: "<!--", end: "-->"), (start: "<?xml", end: "?>")]

  /// `true` for a page with a field for a password
  private var isLogin: Bool {
    guard isPage else { return false }
    let text = String(decoding: body.prefix(256 << 10), as: UTF8.self).lowercased()
    return ["type=\"password\"", "type='password'", "type=password"].contains { text.contains($0) }
  }

  /// The failure of a response that is not the expected document
  ///
  /// - Parameter expected: such as `a calendar`.
  package func unreadable(_ expected: String) -> FetchFailure {
    if body.isEmpty {
      return FetchFailure(
        .unreadable, "\(address.host) responded with nothing in place of \(expected)")
    }
    if isLogin {
      return FetchFailure(
        .refused, "\(address.host) responded with a page to log in, in place of \(expected)",
        remedy: "Open it in a browser: the address is wrong, or this network wants a login")
    }
    if isPage {
      return FetchFailure(
        .unreadable, "\(address.host) responded with a page in place of \(expected)",
        remedy: "Check the address")
    }
    return FetchFailure(.unreadable, "\(address.host) did not respond with \(expected)")
  }
}

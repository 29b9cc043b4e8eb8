package import OppEngine

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

  /// The value of a header, whatever the case of its name; nil where there is none
  package func header(_ name: String) -> String? { headers[name.lowercased()] }

  /// The media type without its parameters, in lower case; empty where there is none
  package var mediaType: String {
    let type = header("Content-Type") ?? ""
    let plain = type.split(separator: ";", omittingEmptySubsequences: false).first ?? ""
    return plain.trimming(" \t").lowercased()
  }

  /// The body as text; nil where it is not UTF-8
  package var text: String? { String(validating: body, as: UTF8.self) }

  /// Whether this is a page for people, such as a login page in place of a response
  package var isPage: Bool {
    if mediaType == "text/html" || mediaType == "application/xhtml+xml" { return true }
    // White space and the three bytes of a byte order mark are passed over.
    let start = body.prefix(512).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    let head = String(decoding: start.prefix(16), as: UTF8.self).lowercased()
    return head.hasPrefix("<!doctype html") || head.hasPrefix("<html")
  }

  /// The failure of a response that is not what it should be
  ///
  /// - Parameter expected: such as `a calendar`.
  package func unreadable(_ expected: String) -> FetchFailure {
    if body.isEmpty {
      return FetchFailure(
        .unreadable, "\(address.host) responded with nothing in place of \(expected)")
    }
    if isPage {
      return FetchFailure(
        .unreadable, "\(address.host) responded with a page in place of \(expected)")
    }
    return FetchFailure(.unreadable, "\(address.host) did not respond with \(expected)")
  }
}

extension StringProtocol {
  /// This text without some characters at its ends
  func trimming(_ characters: String) -> String {
    var text = self[...]
    while let first = text.first, characters.contains(first) { text.removeFirst() }
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }
}

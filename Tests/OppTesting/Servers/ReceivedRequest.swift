import Foundation

/// A request as the server of the tests got it
package struct ReceivedRequest: Sendable {
  package let method: String

  /// Decoded, without the query
  package let path: String

  /// The query by its names, decoded; of two values of one name the later
  package let query: [String: String]

  /// By their names in lower case
  package let headers: [String: String]
  package internal(set) var body: [UInt8] = []

  /// How many requests came to the same path before this one
  package internal(set) var count = 0

  package var text: String { String(decoding: body, as: UTF8.self) }

  package func header(_ name: String) -> String? { headers[name.lowercased()] }

  /// - Returns: nil where the bytes are no head of a request.
  init?(head: [UInt8]) {
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
    method = String(words[0])
    let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = Self.decoded(parts.first ?? "")
    var query: [String: String] = [:]
    for item in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      query[Self.decoded(pair[0])] = pair.count > 1 ? Self.decoded(pair[1]) : ""
    }
    self.query = query
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      headers[line[..<colon].lowercased()] = value
    }
    self.headers = headers
  }

  private static func decoded(_ text: Substring) -> String {
    String(text).removingPercentEncoding ?? String(text)
  }
}

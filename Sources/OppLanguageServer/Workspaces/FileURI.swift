/// The way between the URIs of the protocol and paths of files
///
/// ```
/// file:///rules/caf%C3%A9.opp     /rules/café.opp
/// file://localhost/a//b/../c      /a/c
/// untitled:1                      no path
/// ```
package enum FileURI {
  /// The path of a `file:` URI; nil for another URI
  package static func path(of uri: String) -> String? {
    guard uri.utf8.count >= 7, uri.prefix(7).lowercased() == "file://" else { return nil }
    let rest = uri.utf8.dropFirst(7)
    // A host may stand before the path; one's own is the only one whose files can be read.
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return decoded(rest[slash...]).map(standardized)
  }

  /// Text with the escapes of a URI resolved; `nil` if it is not UTF-8
  package static func decoded(_ text: some Sequence<UInt8>) -> String? {
    let escaped = Array(text)
    var bytes: [UInt8] = []
    var index = 0
    while index < escaped.count {
      if escaped[index] == UInt8(ascii: "%"), index + 2 < escaped.count,
        let high = hex(escaped[index + 1]), let low = hex(escaped[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(escaped[index])
        index += 1
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The URI of an absolute path
  package static func uri(of path: String) -> String {
    "file://" + encoded(path) { isPlain($0) || $0 == UInt8(ascii: "/") }
  }

  /// One part of the path of a URI, which may hold slashes
  package static func encoded(part: String) -> String { encoded(part, isPlain) }

  /// Text with each byte that is not kept as `%` and two digits
  private static func encoded(_ text: String, _ isKept: (UInt8) -> Bool) -> String {
    var result = ""
    for byte in text.utf8 {
      if isKept(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + digit(byte >> 4) + digit(byte & 15)
      }
    }
    return result
  }

  /// An absolute path without `.`, `..`, doubled slashes and one at its end
  package static func standardized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The folder that a path lies in; nil for the root of the file system
  package static func folder(of path: String) -> String? {
    guard path != "/", let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path as seen from a folder; the path itself if it lies elsewhere
  package static func relative(_ path: String, to folder: String) -> String {
    let prefix = folder == "/" ? folder : folder + "/"
    guard path.utf8.starts(with: prefix.utf8) else { return path }
    return String(path.dropFirst(prefix.count))
  }

  /// `true` for a folder itself and for every path below it
  package static func contains(_ folder: String, _ path: String) -> Bool {
    path == folder || folder == "/" || path.utf8.starts(with: (folder + "/").utf8)
  }

  /// `true` for the bytes that RFC 3986, section 2.3, calls unreserved
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// The value of a digit of an escape, in letters of either case; nil for another byte
  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// A digit of an escape, in upper case
  private static func digit(_ value: UInt8) -> String {
    String(value, radix: 16, uppercase: true)
  }
}

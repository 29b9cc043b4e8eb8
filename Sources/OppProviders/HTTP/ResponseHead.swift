internal import OppSystem

/// The head of a response: its status and its headers, line by line
///
/// ```
/// HTTP/1.1 103 Early Hints      begins a head, which is not the final one
/// Link: </style.css>
///
/// HTTP/1.1 200 OK               begins another head
/// Content-Type: text/calendar   a header
///  ; charset=utf-8              continues it (RFC 9112, section 5.2)
///                               ends it: lines from here on are trailers
/// ```
struct ResponseHead {
  /// 0 before the first line
  private(set) var status = 0

  /// The values by their names in lower case, those of one name with commas between
  private(set) var headers: [String: String] = [:]

  /// `true` from the empty line behind the headers on
  private(set) var isComplete = false

  /// The name of the last header, which the next line may continue
  private var lastName: String?

  var hasBegun: Bool { status != 0 }

  /// `true` if this is the whole head of a response, and not that of an interim one (1xx)
  var isFinal: Bool { isComplete && status >= 200 }

  /// Takes a line, with or without its end; a trailer is ignored
  mutating func add(_ line: some BidirectionalCollection<UInt8>) {
    guard !isFinal else { return }
    let line = line.trimming { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    if !hasBegun || isComplete {
      if Self.text(line.prefix(5)).lowercased() == "http/" { begin(Self.text(line)) }
    } else if line.isEmpty {
      isComplete = true
    } else if line.first.map(isSpace) == true {
      if let lastName { headers[lastName]? += " " + Self.text(line.trimming(isSpace)) }
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let name = Self.text(line[..<colon].trimming(isSpace)).lowercased()
      let value = Self.text(line[line.index(after: colon)...].trimming(isSpace))
      headers[name] = headers[name].map { $0 + ", " + value } ?? value
      lastName = name
    }
  }

  /// Begins with a status line, such as `HTTP/1.1 200 OK`
  private mutating func begin(_ line: String) {
    let words = line.split(separator: " ")
    self = ResponseHead()
    status = words.count > 1 ? Int(words[1]) ?? 0 : 0
  }

  /// Bytes as text: UTF-8 if they are, otherwise Latin-1, in which older services write
  private static func text(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

/// The length of a body by the headers of its response
struct AnnouncedLength: Hashable {
  /// `nil` if they state nothing
  let bytes: Int?

  /// Several headers of one name come as one, with commas between their values
  ///
  /// - Returns: `nil` if they differ (RFC 9110, 8.6): the end of such a response is unknown.
  init?(_ header: String?) {
    let values = header?.split(separator: ",").map { $0.trimming(" \t") } ?? []
    guard Set(values).count <= 1 else { return nil }
    bytes = values.first.flatMap { Int($0) }
  }
}

extension BidirectionalCollection {
  /// The collection without elements of a kind at its ends
  fileprivate func trimming(_ isTrimmed: (Element) -> Bool) -> SubSequence {
    guard let start = firstIndex(where: { !isTrimmed($0) }),
      let last = lastIndex(where: { !isTrimmed($0) })
    else { return self[endIndex...] }
    return self[start...last]
  }
}

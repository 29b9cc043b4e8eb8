/// The encoding of a file that is not in UTF-8 and has no mark
package enum FileEncoding: Hashable, Sendable, CaseIterable {
  case utf8
  /// The letters of western Europe as Windows has them
  case windows1252
  /// ISO 8859-1: each byte is the scalar of its number
  case latin1
  case utf16LittleEndian
  case utf16BigEndian

  /// The name that an option writes
  package var name: String {
    switch self {
    case .utf8: "utf-8"
    case .windows1252: "windows-1252"
    case .latin1: "latin1"
    case .utf16LittleEndian: "utf-16le"
    case .utf16BigEndian: "utf-16be"
    }
  }

  /// Other names of the same, in lower case (the labels of the WHATWG's Encoding Standard that people write)
  private var otherNames: [String] {
    switch self {
    case .utf8: ["utf8"]
    case .windows1252: ["cp1252", "windows1252", "ansi"]
    case .latin1: ["latin-1", "iso-8859-1", "iso8859-1"]
    case .utf16LittleEndian: ["utf-16-le", "utf16le"]
    case .utf16BigEndian: ["utf-16-be", "utf16be"]
    }
  }

  package init?(named name: String) {
    let word = name.lowercased()
    guard
      let found = Self.allCases.first(where: { $0.name == word || $0.otherNames.contains(word) })
    else { return nil }
    self = found
  }
}

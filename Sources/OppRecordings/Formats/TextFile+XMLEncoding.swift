extension TextFile {
  /// The encoding that an XML file declares, or `nil` if it is one that is read, or there is no declaration
  var otherXMLEncoding: String? {
    guard bytes[start...].starts(with: Array("<?xml".utf8)) else { return nil }
    let declaration = bytes[start...].prefix(200).prefix { $0 != UInt8(ascii: ">") }
    let word = Array("encoding".utf8)
    guard let place = declaration.indices.first(where: { declaration[$0...].starts(with: word) })
    else { return nil }
    let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    let rest = declaration[(place + word.count)...].drop { !quotes.contains($0) }.dropFirst()
    let name = String(decoding: rest.prefix { !quotes.contains($0) }, as: UTF8.self)
    return Self.readEncodings.contains(name.lowercased()) ? nil : name
  }

  /// The names of UTF-8 and its part, and of UTF-16, which a mark at the beginning shows
  private static let readEncodings = [
    "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be", "",
  ]
}

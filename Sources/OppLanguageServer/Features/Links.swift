package import OppSyntax
internal import OppSemantics

/// A place in the text that leads elsewhere
package struct TextLink: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    /// An address of the web, as written
    case address(String)

    /// A page of the manual: `NtfyNotifier`
    case page(String)
  }

  package let range: SourceRange
  package let target: Target
}

extension RuleSetSnapshot {
  /// Addresses in texts and comments, connectors and settings of a file, in the order of the text
  package func links(of file: Int) -> [TextLink] {
    let tree = tree(at: file)
    var found: [TextLink] = []
    let proseKinds: [TokenKind] = [.textSegment, .comment, .documentation]
    for (index, kind) in tree.tokenKinds.enumerated() where proseKinds.contains(kind) {
      found += Self.addresses(in: tree.token(at: index))
    }
    for use in analysis.symbols.uses(in: tree.source.wholeRange) {
      guard case .builtIn(let kind, let name) = use.id,
        kind == .connector || kind == .setting, let entry = analysis.manualEntry(kind, name)
      else { continue }
      found.append(TextLink(range: use.range, target: .page(entry.page)))
    }
    return found.sorted { $0.range < $1.range }
  }

  /// The addresses in a text, each up to a space, a quote or a closing bracket
  ///
  /// Of `see https://a.de/b.` the address is `https://a.de/b`.
  private static func addresses(in token: SyntaxToken) -> [TextLink] {
    guard token.bytes.contains(UInt8(ascii: ":")) else { return [] }
    let bytes = Array(token.bytes)
    let marks = ["https://", "http://"].map { Array($0.utf8) }
    var found: [TextLink] = []
    var index = 0
    while index < bytes.count {
      guard let mark = marks.first(where: { bytes[index...].starts(with: $0) }) else {
        index += 1
        continue
      }
      var end = index + mark.count
      while end < bytes.count, isOfAddress(bytes[end]) { end += 1 }
      // A full stop ends a sentence, no address.
      while end > index,
        [UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":")]
          .contains(bytes[end - 1])
      {
        end -= 1
      }
      if end > index + mark.count {
        let start = token.range.start
        found.append(
          TextLink(
            range: SourceRange(
              file: token.range.file, start: start + Int32(index), end: start + Int32(end)),
            target: .address(String(decoding: bytes[index..<end], as: UTF8.self))))
      }
      index = max(end, index + mark.count)
    }
    return found
  }

  /// `true` for bytes that an address may hold; spaces, quotes and closing brackets end it
  private static func isOfAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: ")"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\"):
      false
    default: true
    }
  }
}

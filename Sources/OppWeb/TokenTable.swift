internal import OppSyntax

/// The words of a text with their classes, for colours
enum TokenTable {
  /// The start, the length and the class of each word, in the order of the text
  ///
  /// Starts and lengths are in units of UTF-16, classes are indices into ``TokenClass/allCases``.
  static func triples(of bytes: [UInt8]) -> [Int32] {
    let tree = Parser.parse(SourceFile(path: "", bytes: bytes)).tree
    var units = TextUnits(bytes)
    var triples: [Int32] = []
    for token in tree.classifiedTokens {
      let start = units.units(before: token.range.start)
      let end = units.units(before: token.range.end)
      triples += [start, end - start, Int32(token.tokenClass.rawValue)]
    }
    return triples
  }
}

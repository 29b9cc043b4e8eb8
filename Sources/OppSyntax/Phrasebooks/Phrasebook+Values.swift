extension Phrasebook {
  /// The edits that name the values of a row, in the order of the fields of its table
  ///
  ///     given plants { "Fern", 2026-06-01 } → given plants { name: "Fern", watered: 2026-06-01 }
  static func namedValues(of line: PhraseLine) -> [(words: Range<Int>, text: String)] {
    line.words.indices.compactMap { opening in
      guard line.kind(opening) == .openingBrace, opening > 0, line.isName(at: opening - 1),
        let closing = line.closing(opening)
      else { return nil }
      let values = elements(of: line, in: opening + 1..<closing)
      let fields = fields(ofTable: line.words[opening - 1].text, in: line.file)
      guard !values.isEmpty, values.count <= fields.count,
        !values.contains(where: { $0.count > 1 && line.kind($0.lowerBound + 1) == .colon })
      else { return nil }
      let named = zip(fields, values).map { "\($0): \(line.text($1))" }
      return (opening..<closing + 1, "{ \(named.joined(separator: ", ")) }")
    }
  }

  /// The edits that put the arguments of a call in another order
  ///
  ///     ago(24h, temp) → ago(temp, 24h)
  static func otherOrders(of line: PhraseLine) -> [(words: Range<Int>, text: String)] {
    line.words.indices.flatMap { opening -> [(words: Range<Int>, text: String)] in
      guard line.kind(opening) == .openingParenthesis, opening > 0, line.isName(at: opening - 1),
        line.touches(opening), let closing = line.closing(opening)
      else { return [] }
      let arguments = elements(of: line, in: opening + 1..<closing).map { line.text($0) }
      guard (2...3).contains(arguments.count), line.words.first?.contextual != .connect else {
        return []
      }
      return orders(of: arguments).dropFirst().map { order in
        (opening..<closing + 1, "(\(order.joined(separator: ", ")))")
      }
    }
  }

  /// The orders of two or three elements, that in which they are first
  private static func orders(of elements: [String]) -> [[String]] {
    guard elements.count > 1 else { return [elements] }
    return elements.indices.flatMap { index -> [[String]] in
      var rest = elements
      let first = rest.remove(at: index)
      return orders(of: rest).map { [first] + $0 }
    }
  }

  /// The elements between the commas of a range of words, none of them empty
  private static func elements(of line: PhraseLine, in range: Range<Int>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var (start, depth) = (range.lowerBound, 0)
    for index in range {
      if line.words[index].kind.opens { depth += 1 }
      if line.words[index].kind.closes { depth -= 1 }
      guard depth == 0, line.words[index].kind == .comma else { continue }
      elements.append(start..<index)
      start = index + 1
    }
    if start < range.upperBound { elements.append(start..<range.upperBound) }
    return elements.filter { !$0.isEmpty }
  }

  /// The fields of a table that a file declares, in their order
  ///
  ///     table log by at, chore { at: Instant  chore, who: Text } → at, chore, who
  private static func fields(ofTable name: String, in file: SourceFile) -> [String] {
    let tokens = Lexer.tokens(of: file)
    let kinds = tokens.words.map { $0.kind }
    func text(_ index: Int) -> String {
      let token = Int(tokens.words[index].token)
      return file.text(
        SourceRange(file: file.index, start: tokens.starts[token], end: tokens.starts[token + 1]))
    }
    guard
      let table = kinds.indices.first(where: { index in
        index > 0 && kinds[index] == .name && tokens.words[index - 1].contextual == .table
          && text(index) == name
      }), let opening = kinds[table...].firstIndex(of: .openingBrace),
      let closing = kinds[opening...].firstIndex(of: .closingBrace)
    else { return [] }
    var fields: [String] = []
    var isField = false
    // From the last: `chore` of `chore, who: Text` is a field because `who` is.
    for index in (opening + 1..<closing).reversed() {
      let next = kinds[index + 1]
      isField =
        kinds[index] == .name
        && (next == .colon || next == .comma && isField && kinds[index - 1] != .colon)
        || kinds[index] == .comma && isField
      if isField, kinds[index] == .name { fields.append(text(index)) }
    }
    return fields.reversed()
  }
}

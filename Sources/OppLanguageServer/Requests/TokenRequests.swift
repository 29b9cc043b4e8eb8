internal import OppJSON
internal import OppSyntax

/// `textDocument/semanticTokens`: full, delta and range
///
/// A word is five numbers: lines and characters from the word before, length, class, modifiers. `let` at the beginning
/// of a text is `0,0,3,0,0`; the `=` of `let x = 3`, two characters behind `x`, is `0,2,1,5,0`.
///
/// The list of each file that was sent last is kept, so that after a key only its one range of difference is sent: a
/// word that was put in moves no other numbers but those of the word behind it.
struct TokenRequests {
  let context: RequestContext

  func tokens(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    let encoded = encodedTokens(file, nil)
    return JSONText.object { json in
      json.member("resultId", string: remember(encoded, of: file))
      json.member("data", raw: Self.list(encoded))
    }
  }

  func tokensDelta(_ parameters: Parameters) throws(ResponseError) -> String {
    let previous = try parameters.requiredText("previousResultId")
    let file = try context.file(parameters)
    let uri = file.snapshot.files[file.index].uri
    let encoded = encodedTokens(file, nil)
    guard let known = context.memory.tokens[uri], known.id == previous else {
      return try tokens(parameters)
    }
    let edit = Self.difference(from: known.data, to: encoded)
    return JSONText.object { json in
      json.member("resultId", string: remember(encoded, of: file))
      json.key("edits")
      json.array { array in
        guard let edit else { return }
        array.object { object in
          object.member("start", raw: "\(edit.start)")
          object.member("deleteCount", raw: "\(edit.removed)")
          object.member("data", raw: Self.list(encoded[edit.start..<edit.start + edit.inserted]))
        }
      }
    }
  }

  func tokensInRange(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    let range = file.range(of: try parameters.range())
    let encoded = encodedTokens(file, range.start..<range.end)
    return JSONText.object { $0.member("data", raw: Self.list(encoded)) }
  }

  /// Five numbers a token: lines and characters from the one before, length, class, modifiers
  private func encodedTokens(_ file: RequestedFile, _ range: Range<Int32>?) -> [UInt32] {
    let text = file.text
    var encoded: [UInt32] = []
    var (line, start) = (0, 0)
    for token in file.snapshot.semanticTokens(of: file.index, in: range) {
      let bytes = text.bytes[Int(token.range.start)..<Int(token.range.end)]
      let place = text.position(of: Int(token.range.start), context.client.encoding)
      let isSameLine = place.line == line
      encoded += [
        UInt32(clamping: place.line - line),
        UInt32(clamping: isSameLine ? place.character - start : place.character),
        UInt32(clamping: context.client.encoding.length(of: bytes)), UInt32(token.type.rawValue),
        UInt32(token.modifiers.rawValue),
      ]
      (line, start) = (place.line, place.character)
    }
    return encoded
  }

  /// Keeps the list for a later difference, and returns its id
  private func remember(_ encoded: [UInt32], of file: RequestedFile) -> String {
    context.memory.remember(tokens: encoded, of: file.snapshot.files[file.index].uri)
  }

  /// `[0,0,3,0,0]`
  private static func list(_ numbers: some Sequence<UInt32>) -> String {
    "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
  }

  /// The one range in which two lists differ; `nil` if they are equal
  private static func difference(
    from old: [UInt32], to new: [UInt32]
  ) -> (start: Int, removed: Int, inserted: Int)? {
    if old == new { return nil }
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var tail = 0
    while tail < shorter - start, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
      tail += 1
    }
    return (start, old.count - start - tail, new.count - start - tail)
  }
}

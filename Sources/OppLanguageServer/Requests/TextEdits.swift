internal import OppJSON

/// Writes edits of one text
struct TextEdits {
  let text: LineText
  let encoding: PositionEncoding

  /// A `TextEdit[]`
  func json(_ edits: [(range: Range<Int>, replacement: [UInt8])]) -> String {
    var json = JSONText()
    json.array { array in
      for edit in edits {
        array.object { object in
          object.member("range", raw: PlaceWriter.range(text.range(of: edit.range, encoding)))
          object.member("newText", string: String(decoding: edit.replacement, as: UTF8.self))
        }
      }
    }
    return json.text
  }
}

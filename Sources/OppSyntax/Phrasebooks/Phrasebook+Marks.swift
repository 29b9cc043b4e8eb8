extension Phrasebook {
  /// The edits that write the signs of a line that are no words of the language as they are written here
  ///
  /// ```
  /// 15C...22C → 15C..22C      json(https://example.com/a) → json("https://example.com/a")
  /// "{temp, …" → "{temp}, …"  "temp} …" → "{temp} …"
  /// ```
  static func marks(of file: SourceFile, line: Int) -> [Rewriting] {
    let range = file.lineRange(at: line)
    let bytes = Array(file.bytes[range])
    var found: [Rewriting] = []
    func replace(_ part: Range<Int>, by text: String) {
      let place = SourceRange(
        file: file.index, start: Int32(clamping: range.lowerBound + part.lowerBound),
        end: Int32(clamping: range.lowerBound + part.upperBound))
      found.append(Rewriting(edit: Edit(range: place, replacement: text), also: nil))
    }
    let opens = bytes.count { $0 == UInt8(ascii: "{") } > bytes.count { $0 == UInt8(ascii: "}") }
    var isText = false
    var isOpen = false
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      if bytes[index] == UInt8(ascii: "\"") { (isText, isOpen) = (!isText, false) }
      if isText, let value = openValue(in: bytes, at: index), opens || value.hasBracket {
        replace(value.range, by: "{\(value.name)}")
      } else if isText, !isOpen, let value = valueBeforeBrace(in: bytes, at: index) {
        replace(value.range, by: "{\(value.name)}")
      }
      if bytes[index] == UInt8(ascii: "{") { isOpen = true }
      if bytes[index] == UInt8(ascii: "}") { isOpen = false }
      if !isText, let count = lengthOfRange(rest) {
        replace(index..<index + count, by: "..")
        index += count
      } else if !isText, let address = address(in: bytes, at: index) {
        replace(address, by: "\"\(String(decoding: bytes[address], as: UTF8.self))\"")
        index = address.upperBound
      } else if !isText, let pin = pin(in: rest) {
        replace(index..<index + pin.count, by: pin.text)
        index += pin.count
      } else {
        index += 1
      }
    }
    return found
  }

  /// The value in a text whose braces open at a place and do not close behind it; `nil` if there is none
  ///
  ///     {temp, and → {temp     {temp] → {temp]     {temp} → nil     {temp.raining → nil
  private static func openValue(
    in bytes: [UInt8], at start: Int
  ) -> (range: Range<Int>, name: String, hasBracket: Bool)? {
    guard bytes[start] == UInt8(ascii: "{") else { return nil }
    var end = start + 1
    while end < bytes.count, isOfPath(bytes[end]) { end += 1 }
    while end > start + 1, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard end > start + 1, end < bytes.count, !"}:(".utf8.contains(bytes[end]) else { return nil }
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    guard ")]".utf8.contains(bytes[end]) else { return (start..<end, name, false) }
    // `{temp]` or `{temp]}`
    let isClosed = end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "}")
    return (start..<(isClosed ? end + 2 : end + 1), name, true)
  }

  /// The value in a text before `}` at a place, whose `{` is missing; `nil` if there is none
  private static func valueBeforeBrace(
    in bytes: [UInt8], at end: Int
  ) -> (range: Range<Int>, name: String)? {
    guard bytes[end] == UInt8(ascii: "}") else { return nil }
    var start = end
    while start > 0, isOfPath(bytes[start - 1]) { start -= 1 }
    guard start < end else { return nil }
    return (start..<end + 1, String(decoding: bytes[start..<end], as: UTF8.self))
  }

  /// `true` if a byte may be in a name with its fields
  private static func isOfPath(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }

  /// The pin that `@52.09N,5.12E` means, and the number of its bytes; `nil` if there is none
  private static func pin(in bytes: ArraySlice<UInt8>) -> (count: Int, text: String)? {
    guard bytes.first == UInt8(ascii: "@") else { return nil }
    if let pin = pinWithoutComma(bytes) { return pin }
    var rest = bytes.dropFirst()
    var text = "@"
    for (sides, end) in [("NS", ","), ("EW", "")] {
      let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }
      rest = rest.dropFirst(digits.count)
      if rest.starts(with: "°".utf8) { rest = rest.dropFirst(2) }
      guard !digits.isEmpty, let side = rest.first, sides.utf8.contains(side) else { return nil }
      rest = rest.dropFirst()
      while rest.first == UInt8(ascii: ",") || rest.first == 0x20, !end.isEmpty {
        rest = rest.dropFirst()
      }
      text += sides.utf8.first == side ? "" : "-"
      text += String(decoding: digits, as: UTF8.self) + end
    }
    return (rest.startIndex - bytes.startIndex, text)
  }

  /// The number of bytes of a sign of other languages for a range, such as `...` and `..<`; `nil` if there is none
  private static func lengthOfRange(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.starts(with: "..".utf8) else { return nil }
    let third = bytes.dropFirst(2).first
    return third.map { "<.=".utf8.contains($0) } ?? false ? 3 : nil
  }

  /// The bytes of an address without quotes whose scheme ends before a place; `nil` if there is none
  private static func address(in bytes: [UInt8], at index: Int) -> Range<Int>? {
    guard bytes[index...].starts(with: "://".utf8) else { return nil }
    var start = index
    while start > 0, bytes[start - 1] >= 0x61, bytes[start - 1] <= 0x7A { start -= 1 }
    var end = index + 3
    while end < bytes.count, bytes[end] > 0x20, !" ,)\"';".utf8.contains(bytes[end]) { end += 1 }
    return start < index && end > index + 3 ? start..<end : nil
  }

  /// The pin that `@52.09 5.12` means, and the number of its bytes; `nil` if there is none
  private static func pinWithoutComma(
    _ bytes: ArraySlice<UInt8>
  ) -> (count: Int, text: String)? {
    func number(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      rest.prefix { $0 >= 0x30 && $0 <= 0x39 || "-.".utf8.contains($0) }
    }
    let latitude = number(bytes.dropFirst())
    let gap = bytes[latitude.endIndex...].prefix { $0 == 0x20 }
    let longitude = number(bytes[gap.endIndex...])
    guard !latitude.isEmpty, !gap.isEmpty, !longitude.isEmpty else { return nil }
    let text =
      "@\(String(decoding: latitude, as: UTF8.self)),\(String(decoding: longitude, as: UTF8.self))"
    return (longitude.endIndex - bytes.startIndex, text)
  }
}

extension String {
  /// The text with another in every place of a piece of it, from left to right
  ///
  /// Bytes are compared. The standard library's `replacing` is not in Embedded Swift.
  ///
  /// `"100 %"` with `%` replaced by `%25` is `100 %25`: the replacements are not searched again.
  ///
  /// - Complexity: O(*n m*) in the bytes of both.
  package func replacingAll(_ piece: String, with other: String) -> String {
    let (bytes, piece) = (Array(utf8), Array(piece.utf8))
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if !piece.isEmpty, bytes[index...].starts(with: piece) {
        result += other.utf8
        index += piece.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

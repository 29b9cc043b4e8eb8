/// A field, a parameter or the time, and the column that holds it
///
/// ```
/// "temp[F]": "Temp - °F"          the name `temp`, the unit `F`, the column with this header
/// "time": ["Date", "Clock"]       two columns, joined by a space
/// "hr": 3                         the third column
/// ```
package struct ColumnChoice: Hashable, Sendable {
  /// The name as it is written, with the unit
  package let key: String
  package let name: String

  /// The unit of bare numbers, or `nil` if the key has none
  package let unit: String?
  package let columns: [Column]

  /// A column by its header or by its place from 1
  package enum Column: Hashable, Sendable {
    case header(String)
    case place(Int)

    /// The choice as the option writes it
    package var code: String {
      switch self {
      case .header(let header): FileOptionValue.text(header).code
      case .place(let place): "\(place)"
      }
    }
  }

  package init(key: String, columns: [Column]) {
    self.key = key
    self.columns = columns
    if key.last == "]", let bracket = key.firstIndex(of: "[") {
      name = key[..<bracket].withoutOuterSpaces
      unit = key[key.index(after: bracket)...].dropLast().withoutOuterSpaces
    } else {
      name = key
      unit = nil
    }
  }
}

/// The cells that a row has if it is meant: one of some texts in a column
package struct RowChoice: Hashable, Sendable {
  package let header: String
  package let texts: [String]

  package init(header: String, texts: [String]) {
    self.header = header
    self.texts = texts
  }
}

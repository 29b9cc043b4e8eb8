/// A source: where readings of several fields come from, one reading at a time
package struct Source: Hashable, Sendable {
  package let name: String
  package let parameters: [Field]

  /// The default of each parameter if it is a constant; nil if it is none, or there is none
  package var defaults: [Value?]

  /// The time for which a reading holds, in seconds; nil if it holds until the next
  package let freshness: Int64?

  /// The cost of one fetch, in the unit of the whole rule set
  package let cost: Double

  package let fields: [Field]

  package init(
    name: String, parameters: [Field], defaults: [Value?] = [], freshness: Int64?, cost: Double,
    fields: [Field]
  ) {
    self.name = name
    self.parameters = parameters
    self.defaults = parameters.indices.map { defaults.indices.contains($0) ? defaults[$0] : nil }
    self.freshness = freshness
    self.cost = cost
    self.fields = fields
  }
}

/// A table: rows that are identified by their key
///
///     table agenda by begins, uid { uid, title: Text  begins, ends: Instant  … }
///
///     fields [uid, title, begins, ends, …] · key [2, 0]: the order of `by`, not that of the fields
package struct Table: Hashable, Sendable {
  package let name: String
  package let fields: [Field]

  /// The indices of the fields that identify a row, in the order of `by`
  package let key: [Int]

  /// The freshness of fetched rows, in seconds; nil if the rules do not declare it
  package let freshness: Int64?

  /// The Opps whose firings are its rows; nil for a table that is not of firings
  package let firings: FiringScope?

  /// `true` if it has a row for each place in a list, which the engine adds as the list grows
  package let isComputed: Bool

  /// `true` for a computed table whose rows are known by their values rather than by their places: they are kept as those of
  /// any other table are
  package let isKept: Bool

  package init(
    name: String, fields: [Field], key: [Int], freshness: Int64? = nil,
    firings: FiringScope? = nil, isComputed: Bool = false,
    isKept: Bool = false
  ) {
    self.name = name
    self.fields = fields
    self.key = key
    self.freshness = freshness
    self.firings = firings
    self.isComputed = isComputed
    self.isKept = isKept
  }

  /// The field by which people know a row: a text named title, name, subject, summary or label, in this order, else the only
  /// text that is no key; `nil` without one
  package var titleField: Int? {
    for name in ["title", "name", "subject", "summary", "label"] {
      if let field = fields.firstIndex(where: { $0.name == name && $0.type == .text }) {
        return field
      }
    }
    let texts = fields.indices.filter { fields[$0].type == .text && !key.contains($0) }
    return texts.count == 1 ? texts[0] : nil
  }

  /// The values of the key in a row, in the order of `by`; those that are not known are left out
  package func keyValues(of row: [Value?]) -> [Value] {
    key.compactMap { field in
      guard row.indices.contains(field), let value = row[field] else { return nil }
      return value.cutToLimit ?? value
    }
  }
}

/// A field of a source or a table, or a parameter of a source
package struct Field: Hashable, Sendable {
  package let name: String
  package let type: ValueType

  package init(name: String, type: ValueType) {
    self.name = name
    self.type = type
  }
}

/// An enum: its cases as they are declared, each with its first name and its other names
package struct Enumeration: Hashable, Sendable {
  package let name: String

  /// The names of each case: the first name, then the everyday names
  package let cases: [[String]]

  /// `true` if the cases are compared by their place: `enum Level { low < medium < high }`
  package let isOrdered: Bool

  package init(name: String, cases: [[String]], isOrdered: Bool = false) {
    self.name = name
    self.cases = cases
    self.isOrdered = isOrdered
  }
}

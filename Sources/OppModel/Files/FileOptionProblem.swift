/// A mistake in an option of a file, and its place in the value of the option
package struct FileOptionProblem: Error, Hashable, Sendable {
  package let kind: Kind
  package let place: Place

  /// The part of an option's value
  package enum Place: Hashable, Sendable {
    case whole
    /// The key of an entry, by its index
    case key(Int)
    /// The value of an entry, by its index
    case value(Int)
  }

  package init(_ kind: Kind, at place: Place = .whole) {
    self.kind = kind
    self.place = place
  }

  package enum Kind: Error, Hashable, Sendable {
    case wrongValue(FileOption)
    case repeatedKey(String)
    /// A header or a place that two keys have
    case repeatedColumn(String)

    // Patterns
    case unknownLetter(String)
    case repeatedLetter(String)
    case patternLacks(String)

    // Several options
    case decimalIsSeparator
    case headerOfNone

    // The keys of `columns`
    case unknownField(String, of: String, nearest: String?)
    case unknownUnit(String, fitting: [String])
    case unitMismatch(unit: String, field: String, expected: String)
    case missingTime(of: String)
  }
}

extension FileOptionProblem {
  /// The problem, on one line
  package var message: String {
    switch kind {
    case .wrongValue(let option): "`\(option.name)` is \(option.expected)"
    case .repeatedKey(let key): "`\(key)` is there twice"
    case .repeatedColumn(let column): "the column \(column) is there twice"
    case .unknownLetter(let letter):
      "`\(letter)` is no part of a date: the letters are "
        + DatePattern.letters.map { "`%\($0)`" }.joined(separator: ", ")
    case .repeatedLetter(let pattern): "`\(pattern)` gives one part of the date twice"
    case .patternLacks(let part): "the pattern lacks \(part)"
    case .decimalIsSeparator: "the mark of decimals is also the separator"
    case .headerOfNone: "a file whose columns are all places has no header, and `only` names one"
    case .unknownField(let name, let owner, _): "`\(owner)` has no field `\(name)`"
    case .unknownUnit(let unit, _): "`\(unit)` is not a unit"
    case .unitMismatch(let unit, let field, let expected):
      "`\(unit)` is not a unit of `\(field)`, which is \(expected)"
    case .missingTime(let owner):
      "the columns of `\(owner)` need the `time`, which has no header here"
    }
  }

  /// The text to write instead, or `nil` if the message has it
  package var help: String? {
    switch kind {
    case .unknownField(_, _, let nearest): nearest.map { "did you mean `\($0)`?" }
    case .unknownUnit(_, let fitting):
      fitting.isEmpty
        ? "leave the unit out: the column is a plain value"
        : "convert the column to one of \(fitting.map { "`\($0)`" }.joined(separator: ", "))"
    case .missingTime: "add `\"time\": 1`, or the place that it has"
    case .decimalIsSeparator: "name another `separator`, such as `\";\"`"
    case .headerOfNone: "name the columns by their headers, or leave `only` out"
    case .wrongValue, .repeatedKey, .repeatedColumn, .unknownLetter, .repeatedLetter,
      .patternLacks, .unitMismatch:
      nil
    }
  }
}

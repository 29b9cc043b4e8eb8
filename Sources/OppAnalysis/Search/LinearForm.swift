/// A sum of multiples of columns and a constant
///
/// `temp - feels_like`, with columns 0 and 1, is `1·c0 - 1·c1 + 0`; `2 * rain + 3mm/h` has one term and a constant.
/// Quantities are in base units, so that the factors of units are in the constants.
struct LinearForm: Hashable, Sendable {
  /// By column, ascending; no factor is zero
  private(set) var terms: [Term]
  var constant: Rational

  /// A multiple of one column
  struct Term: Hashable, Sendable {
    let column: Int
    let factor: Rational
  }

  /// A form without columns
  init(constant: Rational) {
    terms = []
    self.constant = constant
  }

  /// The form of the bare column: 1·column + 0
  init(column: Int) {
    terms = [Term(column: column, factor: .one)]
    constant = .zero
  }

  /// - Requires: `terms` are sorted by column, each column once, and no factor is zero.
  init(terms: [Term], constant: Rational) {
    self.terms = terms
    self.constant = constant
  }

  var isConstant: Bool { terms.isEmpty }

  /// `true` if none of its numbers has overflown; nothing may be concluded from one that is not
  var isValid: Bool { constant.isValid && terms.allSatisfy { $0.factor.isValid } }

  /// Its only term, or `nil` if it has none or several
  var onlyTerm: Term? { terms.count == 1 ? terms[0] : nil }

  /// The factor of a column; zero if the form does not have it
  func factor(of column: Int) -> Rational {
    terms.first { $0.column == column }?.factor ?? .zero
  }

  /// The sum, in one pass over both sorted lists; terms that cancel out disappear
  ///
  /// - Complexity: O(*n* + *m*) in the terms.
  static func + (left: LinearForm, right: LinearForm) -> LinearForm {
    var result: [Term] = []
    var (first, second) = (left.terms[...], right.terms[...])
    while let a = first.first, let b = second.first {
      if a.column < b.column {
        result.append(a)
        first.removeFirst()
      } else if b.column < a.column {
        result.append(b)
        second.removeFirst()
      } else {
        let factor = a.factor + b.factor
        if !factor.isZero { result.append(Term(column: a.column, factor: factor)) }
        first.removeFirst()
        second.removeFirst()
      }
    }
    return LinearForm(terms: result + first + second, constant: left.constant + right.constant)
  }

  static func * (factor: Rational, form: LinearForm) -> LinearForm {
    guard !factor.isZero else { return LinearForm(constant: .zero) }
    return LinearForm(
      terms: form.terms.map { Term(column: $0.column, factor: factor * $0.factor) },
      constant: factor * form.constant)
  }

  static func - (left: LinearForm, right: LinearForm) -> LinearForm {
    left + Rational(-1) * right
  }
}

/// A linear form beside zero
///
/// `30 < temp` is `-1·temp + 30 < 0`: everything is on the left, and zero on the right.
struct LinearConstraint: Hashable, Sendable {
  let form: LinearForm
  let relation: Relation

  /// The relation between the form and zero
  enum Relation: Hashable, Sendable {
    case less
    case lessOrEqual
    case equal
  }

  /// `left < right`
  static func less(_ left: LinearForm, _ right: LinearForm) -> LinearConstraint {
    LinearConstraint(form: left - right, relation: .less)
  }

  /// `left <= right`
  static func lessOrEqual(_ left: LinearForm, _ right: LinearForm) -> LinearConstraint {
    LinearConstraint(form: left - right, relation: .lessOrEqual)
  }

  /// `left == right`
  static func equal(_ left: LinearForm, _ right: LinearForm) -> LinearConstraint {
    LinearConstraint(form: left - right, relation: .equal)
  }

  /// Whether it holds of constants; `nil` if it has columns
  var truthOfConstants: Bool? {
    guard form.isConstant else { return nil }
    switch relation {
    case .less: return form.constant < .zero
    case .lessOrEqual: return form.constant <= .zero
    case .equal: return form.constant.isZero
    }
  }

  /// The values of its only column for which it holds; `nil` if it has several, or none
  ///
  /// `-1·c + 30 < 0` divides by a negative factor, so it becomes `c > 30`: the open interval above 30.
  var numbers: (column: Int, values: IntervalSet)? {
    guard let term = form.onlyTerm else { return nil }
    // factor·c + constant = 0 at the edge.
    let edge = -form.constant / term.factor
    guard edge.isValid else { return nil }
    switch relation {
    case .equal: return (term.column, .point(edge))
    case .less, .lessOrEqual:
      let isIncluded = relation == .lessOrEqual
      return (
        term.column,
        term.factor.isNegative
          ? .above(edge, including: isIncluded) : .below(edge, including: isIncluded)
      )
    }
  }
}

/// A sum of multiples of columns and a constant
struct LinearForm: Hashable, Sendable {
  /// By column, ascending; no factor is zero
  private(set) var terms: [Term]
  var constant: Rational

  struct Term: Hashable, Sendable {
    let column: Int
    let factor: Rational
  }

  init(constant: Rational) {
    terms = []
    self.constant = constant
  }

  init(column: Int) {
    terms = [Term(column: column, factor: .one)]
    constant = .zero
  }

  init(terms: [Term], constant: Rational) {
    self.terms = terms
    self.constant = constant
  }

  var isConstant: Bool { terms.isEmpty }

  var isValid: Bool { constant.isValid && terms.allSatisfy { $0.factor.isValid } }

  /// Its column where there is only one
  var onlyTerm: Term? { terms.count == 1 ? terms[0] : nil }

  func factor(of column: Int) -> Rational {
    terms.first { $0.column == column }?.factor ?? .zero
  }

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
struct LinearConstraint: Hashable, Sendable {
  let form: LinearForm
  let relation: Relation

  enum Relation: Hashable, Sendable {
    case less
    case lessOrEqual
    case equal
  }

  static func less(_ left: LinearForm, _ right: LinearForm) -> LinearConstraint {
    LinearConstraint(form: left - right, relation: .less)
  }

  static func lessOrEqual(_ left: LinearForm, _ right: LinearForm) -> LinearConstraint {
    LinearConstraint(form: left - right, relation: .lessOrEqual)
  }

  static func equal(_ left: LinearForm, _ right: LinearForm) -> LinearConstraint {
    LinearConstraint(form: left - right, relation: .equal)
  }

  /// Whether it holds of constants; nil where it has columns
  var truthOfConstants: Bool? {
    guard form.isConstant else { return nil }
    switch relation {
    case .less: return form.constant < .zero
    case .lessOrEqual: return form.constant <= .zero
    case .equal: return form.constant.isZero
    }
  }

  /// The values of its only column for which it holds; nil where it has several, or none
  var numbers: (column: Int, values: IntervalSet)? {
    guard let term = form.onlyTerm else { return nil }
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

extension SyntaxProblem.ComparisonChain {
  /// Advises to write `a < b and b < c` for `a < b < c`
  ///
  /// A range would say something else: `a..c` has both ends in it for numbers, and only the first for times.
  func advise(on diagnostic: inout Diagnostic) {
    guard operators.count == 2, let first = sign(0), let second = sign(1) else {
      diagnostic.helps = ["join two comparisons with `and`"]
      return
    }
    // `temp >= 20C <= 30C` has its limits in opposite directions, which are those of its first value.
    let isOpposite =
      first.hasPrefix("<") && second.hasPrefix(">")
      || first.hasPrefix(">") && second.hasPrefix("<")
    let both =
      "\(self.first) \(first) \(middle) and \(isOpposite ? self.first : middle) \(second) \(last)"
    diagnostic.helps = ["write `\(isOperand ? "(\(both))" : both)`"]
  }

  /// The sign of an operator; nil for `in` and other words
  private func sign(_ index: Int) -> String? {
    Self.signs.first { $0.kind == operators[index] }?.text
  }

  private static let signs: [(kind: TokenKind, text: String)] = [
    (.less, "<"), (.lessOrEqual, "<="), (.greater, ">"), (.greaterOrEqual, ">="),
    (.equalEqual, "=="), (.notEqual, "!="),
  ]
}

extension SyntaxProblem.Found {
  /// `true` if it begins a rule whose `opp` and name are missing
  var beginsRule: Bool {
    guard case .word(let word) = self else { return false }
    return ["when", "on", "if", "near", "notify", "every", "at"].contains(word)
  }
}

extension SyntaxProblem.Construct {
  /// The advice on the form of such a part
  var help: String {
    switch self {
    case .fields: "a field is `name: Type`"
    case .cases: "a case is a name, or several with `|` between them"
    case .values: "a value is `name: value`"
    case .expression: "leave it out"
    }
  }
}

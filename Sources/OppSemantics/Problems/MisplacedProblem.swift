internal import OppSyntax

/// An expression in a place that is not its own
enum MisplacedProblem {
  case range
  case span
  case notSpan(function: String)

  func diagnostic(at range: SourceRange) -> Diagnostic {
    var result = Diagnostic(code: code, range: range, headline: headline)
    result.helps.append(help)
    return result
  }

  private var code: String {
    switch self {
    case .range: "misplaced-range"
    case .span: "misplaced-span"
    case .notSpan: "missing-span"
    }
  }

  private var headline: String {
    switch self {
    case .range: "a range stands right of `in` only"
    case .span: "`last`, `next` and `since` stand in a window only"
    case .notSpan(let function): "`\(function)` needs to be told of which time"
    }
  }

  private var help: String {
    switch self {
    case .range: "write `x in a..b`"
    case .span: "write it as the last argument: `average(temp, last 1h)`"
    case .notSpan: "write `last 1h`, or `since` an instant"
    }
  }
}

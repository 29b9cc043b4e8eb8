internal import OppModel
internal import OppSyntax

/// Checks `firings("Name")`: the firings of one Opp, in a table of their own
///
/// ```
/// firings                                 the table of the prelude: those of all Opps
/// firings("Medicine")                     the table `firings("Medicine")`, with the same fields
/// done("Medicine")                        write `any(firings("Medicine") where answer == done)`
/// ```
///
/// A table of its own lets an Opp depend on the firings of that one alone: firings of other Opps change nothing, and are not
/// kept for it.
struct FiringsChecker: CheckerPart {
  let checker: Checker

  /// The name of the table in the prelude
  static let name = "firings"

  /// `true` if a call is of the firings of the prelude
  func isFirings(_ name: String) -> Bool {
    guard name == Self.name, case .table(let table)? = nameTable.symbol(named: name) else {
      return false
    }
    return builder.table(table).firings != nil
  }

  /// The firings of the Opp that a call names; a wrong name is reported
  func checkCall(_ call: CallSyntax, at range: SourceRange) -> Checked {
    guard case .table(let all)? = nameTable.symbol(named: Self.name) else { return .failure }
    recorder.record(.table(all), at: range)
    guard call.arguments.count == 1, call.arguments[0].name == nil else {
      if call.arguments.isEmpty {
        report(
          .missingArgument(function: Self.name, parameter: "the name of an Opp"), at: call.range)
      } else if let name = call.arguments[0].name {
        report(.unknownArgument(name.text, function: Self.name, nearest: nil), at: name.range)
      } else {
        report(
          .tooManyArguments(function: Self.name, limit: 1, suggestion: nil),
          at: call.arguments[1].range)
      }
      return .failure
    }
    let argument = call.arguments[0].value
    guard let node = expressions.value(argument, as: .text, context: "`firings`") else {
      return .failure
    }
    guard case .text(let opp)? = builder.constantValue(of: node) else {
      report(.notConstant(what: "the name of an Opp"), at: argument.range)
      return .failure
    }
    return rows(ofOpp: opp, all, argument)
  }

  /// The firings of an Opp by its name; a failure if there is none, which is reported
  private func rows(ofOpp opp: String, _ all: TableID, _ argument: ExpressionSyntax) -> Checked {
    let known = checker.results.declaredOpps
    guard known.contains(opp) else {
      let nearest = nameTable.nearest(to: opp, in: known.sorted())
      report(.unknownOpp(opp, nearest: nearest), at: argument.range)
      return .failure
    }
    if case .text(let text) = argument, text.plainText == opp {
      recorder.use(.opp(opp), at: text.innerRange)
    }
    return .rows(rowChecker.allRows(of: table(of: opp, all)))
  }

  /// The table of the firings of an Opp: the one there is, or a new one
  private func table(of opp: String, _ all: TableID) -> TableID {
    let written = "\(Self.name)(\(ValueNotation.textLiteral(opp)))"
    if let known = builder.table(named: written) { return known }
    let schema = builder.table(all)
    let id = builder.add(
      Table(name: written, fields: schema.fields, key: schema.key, firings: .of(opp)))
    nameTable.add(nameTable[all])
    reports.typeNames = TypeNames(builder.graph)
    return id
  }

  // MARK: Other words

  /// The text to write for `done("Medicine")` and its like; nil for any other call
  func suggestion(for name: String, _ call: CallSyntax) -> String? {
    guard call.arguments.count == 1, case .text(let text) = call.arguments[0].value,
      let opp = text.plainText
    else { return nil }
    let firings = "\(Self.name)(\(ValueNotation.textLiteral(opp)))"
    switch name.lowercased() {
    case "done", "is_done", "completed", "finished": return "any(\(firings) where answer == done)"
    case "dismissed", "is_dismissed": return "any(\(firings) where answer == dismissed)"
    case "snoozed", "is_snoozed": return "any(\(firings) where answer == snoozed)"
    case "unanswered", "ignored": return "any(\(firings) where answer == unanswered)"
    case "answered", "is_answered", "acknowledged":
      return "any(\(firings) where answer in [dismissed, done])"
    case "fired", "has_fired", "happened": return "any(\(firings) where at >= today + 0:00)"
    case "last_fired", "lastfired": return "max(\(firings).at)"
    default: return nil
    }
  }
}

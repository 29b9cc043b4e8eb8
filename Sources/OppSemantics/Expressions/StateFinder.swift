internal import OppModel
internal import OppSyntax

/// The likely meaning of a comparison with a word for a state, whose side is no value
///
/// ```
/// fridge is open         fridge.door                 zone == "home"       near home
/// door.open              door.state == open          temp == null         not known(temp)
/// hot is True            hot                         tasks is empty       none(tasks)
/// ```
struct StateFinder: CheckerPart {
  let checker: Checker

  // MARK: States

  /// Reports `fridge is open` of a source, of which one field is meant; `nil` for any other comparison
  ///
  ///     fridge is open → fridge.door     washer is running → washer.running     boiler is not heat → boiler.mode != heat
  func checkStateOfSource(_ comparison: ComparisonSyntax) -> Checked? {
    guard let isEqual = comparison.operator.isEquality, case .name(let left) = comparison.left,
      let owner = left.token?.text, let word = wordMeant(by: comparison.right),
      case .symbol(.source(let source))? = nameTable.meaning(of: owner),
      nameTable.types(withCase: owner).isEmpty,
      let meant = state(word, of: builder.source(source).fields, named: owner, isEqual)
    else { return nil }
    report(
      .notValue(owner, what: "a source", hint: "write `\(meant)`"), at: comparison.range)
    return .failure
  }

  /// Reports `zone == "home"` and `person.location == home`, which ask where you are; `nil` for any other comparison
  func checkPresence(_ comparison: ComparisonSyntax) -> Checked? {
    guard let isEqual = comparison.operator.isEquality, let word = wordMeant(by: comparison.right),
      case .symbol(.place)? = nameTable.meaning(of: word),
      let path = text(at: comparison.left.range)
    else { return nil }
    let parts = path.split(separator: ".").map { String($0) }
    let words = [
      "zone", "location", "place", "position", "presence", "state", "person", "me", "phone",
      "device_tracker", "where",
    ]
    guard let last = parts.last, parts.count <= 3, words.contains(last) || words.contains(parts[0]),
      nameTable.meaning(of: parts[0]) == nil, local.arguments[parts[0]] == nil,
      !local.rows.contains(where: { $0.name == parts[0] })
    else { return nil }
    report(
      .unknownPresence(path, suggestion: "\(isEqual ? "" : "not ")near \(word)"),
      at: comparison.range)
    return .failure
  }

  /// The condition that a word behind the point of a source means: `door.state == open` of `door.open`; `nil` if there is none
  func stateAsField(_ word: String, of source: SourceID) -> String? {
    let schema = builder.source(source)
    var word = word
    for prefix in ["is_", "has_", "is"] where word.hasPrefix(prefix) {
      let rest = String(word.dropFirst(prefix.utf8.count)).lowercased()
      if state(rest, of: schema.fields, named: schema.name, true) != nil { word = rest }
    }
    return state(word, of: schema.fields, named: schema.name, true)
  }

  /// The condition that a word for the state of a source means; `nil` if no field fits, or more than one
  private func state(
    _ word: String, of fields: [Field], named owner: String, _ isEqual: Bool
  ) -> String? {
    let conditions = fields.filter { $0.type == .bool }.map { $0.name }
    if conditions.contains(word) { return "\(isEqual ? "" : "not ")\(owner).\(word)" }
    let ofCase = fields.filter { field in
      if case .enumeration = field.type {
        nameTable.caseIndex(word, of: field.type) != nil
      } else {
        false
      }
    }
    if ofCase.count == 1 { return "\(owner).\(ofCase[0].name) \(isEqual ? "==" : "!=") \(word)" }
    if word == "on", let field = fieldThatIsOff(fields) {
      return "\(owner).\(field) \(isEqual ? "!=" : "==") off"
    }
    guard conditions.count == 1, ofCase.isEmpty, let isOn = Self.truth(of: word) else { return nil }
    return "\(isOn == isEqual ? "" : "not ")\(owner).\(conditions[0])"
  }

  /// The only field whose type has a case `off`; `nil` if there are several, or none
  private func fieldThatIsOff(_ fields: [Field]) -> String? {
    let found = fields.filter { field in
      if case .enumeration = field.type {
        nameTable.caseIndex("off", of: field.type) != nil
      } else {
        false
      }
    }
    return found.count == 1 ? found[0].name : nil
  }

  /// `true` of a word for a condition that is true, `false` of one for its opposite; `nil` of any other
  private static func truth(of word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "yes", "on", "1", "open", "opened", "active", "running": true
    case "false", "no", "off", "0", "closed", "shut", "inactive", "stopped": false
    default: nil
    }
  }

  // MARK: Knowledge

  /// A name, or the text of a text
  private func wordMeant(by expression: ExpressionSyntax) -> String? {
    if case .name(let name) = expression { return name.token?.text }
    if case .text(let text) = expression { return text.plainText }
    if case .literal(let literal) = expression, literal.kind == .number {
      return text(at: literal.range)
    }
    return nil
  }

  /// The text to write for `hot is True`, `hot == "yes"`, `hot is on`; nil for anything else
  private func truthSuggestion(
    _ comparison: ComparisonSyntax, _ word: String, _ subject: String
  ) -> String? {
    guard let isTrue = Self.truth(of: word) else { return nil }
    guard let isEqual = comparison.operator.isEquality else { return nil }
    guard kind(of: comparison.left).type == .bool else { return nil }
    if case .name = comparison.right, kind(of: comparison.right).type != nil { return nil }
    return isTrue == isEqual ? subject : "not \(subject)"
  }

  /// `none(tasks)` for `tasks is empty`; nil if the left side is not rows
  private func emptiness(_ comparison: ComparisonSyntax, of subject: String) -> String? {
    guard let isEqual = comparison.operator.isEquality else { return nil }
    guard kind(of: comparison.left).isRows else { return nil }
    return isEqual ? "none(\(subject))" : "any(\(subject))"
  }

  /// `x is known`, `x == null`: nil if the right side is anything else, or a name that means something
  ///
  /// Called before a comparison is checked, because `known`, `null` and `True` would be undeclared names.
  func checkKnowledge(_ comparison: ComparisonSyntax) -> Checked? {
    guard let word = wordMeant(by: comparison.right), let subject = text(at: comparison.left.range)
    else { return nil }
    if let suggestion = truthSuggestion(comparison, word, subject) {
      report(.conditionBesideWord(word, suggestion: suggestion), at: comparison.range)
      return .failure
    }
    guard case .name = comparison.right else { return nil }
    if word == "empty", let suggestion = emptiness(comparison, of: subject) {
      report(.knowledgeAsValue(word, suggestion: suggestion), at: comparison.range)
      return .failure
    }
    let isKnown: Bool
    switch word {
    case "known", "available": isKnown = true
    case "unknown", "null", "nil", "None", "missing", "undefined", "unavailable", "NULL", "Null":
      isKnown = false
    default: return checkUnquoted(word, comparison)
    }
    guard let isEqual = comparison.operator.isEquality else { return nil }
    let start = attempt()
    let type = expressions.check(comparison.left).type
    let means = expressions.check(comparison.right, hint: type).type != nil
    undo(start)
    guard type != nil, !means else { return nil }
    report(
      .knowledgeAsValue(
        word, suggestion: isKnown == isEqual ? "known(\(subject))" : "not known(\(subject))"),
      at: comparison.range)
    return .failure
  }

  /// `who == Ann`, whose name has no quotes; `nil` for anything else
  ///
  /// Names that are declared begin with a small letter by custom, so that another word is no misspelling of one.
  private func checkUnquoted(_ word: String, _ comparison: ComparisonSyntax) -> Checked? {
    guard comparison.operator.isEquality != nil,
      word.utf8.first.map({ $0 >= 0x41 && $0 <= 0x5A }) ?? false,
      nameTable.meaning(of: word) == nil
    else { return nil }
    let start = attempt()
    let isText = expressions.check(comparison.left).type == .text
    let means = expressions.check(comparison.right, hint: .text).type != nil
    undo(start)
    guard isText, !means else { return nil }
    report(.unquotedText(word), at: comparison.right.range)
    return .failure
  }
}

internal import OppModel
internal import OppSyntax

/// The parts of an Opp that rules about several Opps look at
///
/// Small and without nodes, so that it can be kept of every Opp while the graph is rebuilt.
struct OppSummary {
  /// The events, the condition and the actions, less the name and the limits
  let identity: Fingerprint

  /// The meaning of its condition between its events
  let condition: Fingerprint

  /// The condition and the events
  let meaning: Fingerprint

  /// The names of declarations that it uses
  var uses: DeclarationUses
}

/// The declared names, texts and places that stand in a declaration
struct DeclarationUses {
  /// The names in expressions, as types, and in `record` and `given`, of those that the rule set declares
  var names: Set<String> = []

  /// The texts that are values of fields
  var texts: [ComparedText] = []

  /// The declared places that somebody is near to, in the order of the text
  var circles: [PlaceCircle] = []
}

/// A text that is a value of one field
struct ComparedText {
  /// The name of the field, of the parameter, or of the kind of place or recipient
  let key: String

  /// The text itself, without quotes
  let text: String
  let range: SourceRange

  /// The declaration that it is in
  let declaration: SourceRange
}

/// A declared place that a condition or an event draws a circle around
struct PlaceCircle {
  /// The name of the place
  let name: String

  /// The expression that draws the circle
  let range: SourceRange

  /// In metres
  let radius: Double
}

extension OppSummary {
  /// The same of an Opp that stands further down by a number of bytes
  func moved(by distance: Int32) -> OppSummary {
    if distance == 0 { return self }
    var other = self
    other.uses.texts = uses.texts.map {
      ComparedText(
        key: $0.key, text: $0.text, range: $0.range.moved(by: distance),
        declaration: $0.declaration.moved(by: distance))
    }
    other.uses.circles = uses.circles.map {
      PlaceCircle(name: $0.name, range: $0.range.moved(by: distance), radius: $0.radius)
    }
    return other
  }
}

extension LintSubject {
  /// The summary of each Opp of ``allOpps``
  func summarize() -> [OppSummary] {
    var position = 0
    return allOpps.enumerated().map { index, opp in
      // A memory has the summaries of Opps that did not change; `ownUses` has those of the others, in their order.
      if known.indices.contains(index), let entry = known[index] { return entry.summary }
      defer { position += 1 }
      return OppSummary(
        identity: DuplicateOpp.identity(of: opp, self), condition: conditionFingerprint(of: opp),
        meaning: computedMeaning(of: opp),
        uses: ownUses[position])
    }
  }

  /// The uses in all declarations
  var allUses: [DeclarationUses] {
    var found = summaries.map { $0.uses }
    if let others = ownUses.last { found.append(others) }
    return found
  }

  /// The uses in each Opp of ``opps``, then those in all other declarations
  func findUses() -> [DeclarationUses] {
    // One pass for each kind of use over all nodes; a node of no Opp goes to the last entry.
    var found = Array(repeating: DeclarationUses(), count: opps.count + 1)
    let declared = UnusedDeclaration.declaredNames(self)
    for node in nodes(UnusedDeclaration.kindsOfNames) {
      if let token = node.node.token(.name), declared.contains(token.text) {
        found[node.opp ?? opps.count].names.insert(token.text)
      }
    }
    for (node, text) in NearlyTheSameText.comparedTexts(self) {
      found[node.opp ?? opps.count].texts.append(text)
    }
    for (node, circle) in ImprecisePin.circles(self) {
      found[node.opp ?? opps.count].circles.append(circle)
    }
    return found
  }
}

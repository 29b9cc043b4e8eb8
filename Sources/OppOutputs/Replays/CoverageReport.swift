package import OppModel
package import OppReplay
package import OppSemantics
package import OppSyntax

/// The coverage of a rule set's conditions by its tests, with places and words
///
/// The engine counts truths by node (``ConditionCoverage``); this adds the words of the rules and their places.
///
/// ```
/// opp "Walk" when temp > 20C and busy
///
///   item 0    the condition     true, false seen; unknown missing      2 of 3
///   item 1    `temp > 20C`      true, false seen; unknown missing      2 of 3
///   item 2    `busy`            true, false seen; unknown missing      2 of 3      in all 6 of 9: 66 %
/// ```
package struct CoverageReport {
  /// A condition or a part of one
  package struct Item {
    /// The name of the Opp
    package let opp: String

    /// The rule's index in the graph
    package let rule: Int

    /// Nil for the condition as a whole
    package let node: NodeID?

    /// The text in the rules; nil for the condition as a whole
    package let text: String?

    /// Its place in the files; the name of the Opp if the condition as a whole has none
    package let place: SourceRange

    /// The truths seen, of those that it can have
    package let seen: SeenTruths
  }

  /// The conditions of all Opps that have one, each before its parts, in the order of the rules
  package let items: [Item]

  /// The Opps with a condition of which no test expects anything
  package let untested: [String]

  /// The number of truths of all conditions and parts that were seen
  package var seen: Int { items.reduce(0) { $0 + $1.seen.count } }

  /// The number of truths that they can have
  package var possible: Int { items.reduce(0) { $0 + $1.seen.possible } }

  /// The share of the truths that were seen, in whole per cent; it is 100 only if all were
  package var percent: Int { possible == 0 ? 100 : seen * 100 / possible }

  package init(_ coverage: ConditionCoverage, analysis: Analysis, zone: Zone) {
    let graph = analysis.graph
    var items: [Item] = []
    var untested: [String] = []
    // Opps without a condition have nothing to cover.
    for (index, rule) in coverage.rules.enumerated() where rule.hasCondition {
      let name = graph.rules[index].name
      let words = ExplanationText(
        analysis: analysis, graph: graph, zone: zone, rule: index, at: nil)
      if !rule.isExpected { untested.append(name) }
      let condition = graph.rules[index].condition
      items.append(
        Item(
          opp: name, rule: index, node: nil, text: nil,
          place: condition.map { analysis.place(of: $0, inRule: index) }
            ?? analysis.rulePlaces[index].name,
          seen: rule.seen))
      var listed = condition.map { [$0] } ?? []
      for part in rule.parts where analysis.isWritten(part.node, inRule: index) {
        // A derived name such as `raining` has a node for each way to know it, all with its text: the outer one counts.
        let place = analysis.place(of: part.node, inRule: index)
        let isWithin = listed.contains {
          analysis.place(of: $0, inRule: index) == place && graph.isOperand(part.node, of: $0)
        }
        if isWithin { continue }
        listed.append(part.node)
        items.append(
          Item(
            opp: name, rule: index, node: part.node, text: words.text(of: part.node) ?? "?",
            place: place, seen: part.seen))
      }
    }
    self.items = items
    self.untested = untested
  }
}

extension Analysis {
  /// `true` if a node is in the files of the rule set, and not only in the prelude
  ///
  /// The prelude is the last file.
  fileprivate func isWritten(_ node: NodeID, inRule rule: Int) -> Bool {
    let range = sourceMap.range(of: node, in: rulePlaces[rule].occurrences)
    return range.map { Int($0.file) < files.count - 1 } ?? false
  }
}

extension ConditionGraph {
  /// `true` if a node is an operand of another one, or of one of its operands
  ///
  /// - Complexity: O(*n*) in the nodes below the other one.
  fileprivate func isOperand(_ node: NodeID, of other: NodeID) -> Bool {
    var seen: Set<NodeID> = [other]
    var waiting = [other]
    while let next = waiting.popLast() {
      forEachOperand(of: self[next].operation) { operand in
        if seen.insert(operand).inserted { waiting.append(operand) }
      }
    }
    return node != other && seen.contains(node)
  }
}

extension SeenTruths {
  /// `was never false, never unknown`
  package var words: String {
    guard !missing.isEmpty else {
      return canBeUnknown ? "was true, false and unknown" : "was true and false"
    }
    return "was " + missing.map { "never \($0.word)" }.joined(separator: ", ")
  }
}

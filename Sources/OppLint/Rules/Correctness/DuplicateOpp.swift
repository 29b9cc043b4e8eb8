internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `duplicate-opp`
enum DuplicateOpp {
  static let rule = LintRule(
    name: "duplicate-opp", category: .correctness, severity: .warning, precision: .veryHigh,
    reach: .ruleSet,
    fix: .unsafe,
    page: LintPage(
      headline: "… and … are the same rule",
      why: """
        Two Opps with the same events, condition, text and recipients say the same thing twice. The order of parts,
        units (`0C`, `32F`), other names of a case (`rain`, `rainy`) and `let`s make no difference; limits, `snooze`
        and `again` do not either. Another text, recipient, colour or urgency makes another rule.
        """,
      bad: """
        opp "Ice" when temp <= 0C notify "Salt." at most once per day
        opp "Frost" when temp <= 32F notify "Salt." at most once per day
        """,
      good: """
        opp "Ice" when temp <= 0C notify "Salt." at most once per day
        """,
      related: ["subsumed-opp", "duplicate-part", "duplicate-let"])
  ) { subject, findings in
    var first: [Fingerprint: LintedOpp] = [:]
    for (opp, summary) in zip(subject.allOpps, subject.summaries) where !opp.rule.isDisabled {
      let identity = summary.identity
      guard let other = first[identity] else {
        first[identity] = opp
        continue
      }
      findings.report(
        opp.places.name, "\"\(other.rule.name)\" and \"\(opp.rule.name)\" are the same rule",
        labels: [Diagnostic.Label(range: other.places.name, text: "the same rule")],
        fix: subject.removal(ofClause: opp.places.range, .unsafe))
    }
  }
}

extension DuplicateOpp {
  /// The events, the condition and the actions of an Opp, less its name and its limits
  static func identity(of opp: LintedOpp, _ subject: LintSubject) -> Fingerprint {
    var hasher = FingerprintHasher()
    hasher.add(unorderedMeaning(of: opp, subject))
    for node in opp.noticeNodes { hasher.add(subject.fingerprints[Int(node.index)]) }
    hasher.add(UInt64(opp.rule.payload.count))
    for value in opp.rule.payload { hasher.add(value.name) }
    if let record = opp.rule.record {
      hasher.add(UInt64(truncatingIfNeeded: Int(record.table.index)))
      for node in record.values {
        if let node {
          hasher.add(subject.fingerprints[Int(node.index)])
        } else {
          hasher.add(byte: 0)
        }
      }
    }
    hasher.add(Int64(opp.rule.colour ?? -1))
    hasher.add(byte: opp.rule.isUrgent ? 1 : 0)
    return hasher.fingerprint
  }

  /// The condition and the events of an Opp; the events in the order of their fingerprints
  private static func unorderedMeaning(of opp: LintedOpp, _ subject: LintSubject) -> Fingerprint {
    var hasher = FingerprintHasher()
    hasher.add(subject.conditionFingerprint(of: opp))
    let events = opp.rule.events.map {
      subject.graph.fingerprint(of: $0, in: opp.rule, subject.fingerprints)
    }
    for event in events.sorted(by: { $0.bits < $1.bits }) { hasher.add(event) }
    return hasher.fingerprint
  }
}

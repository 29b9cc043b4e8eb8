internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `duplicate-opp`
///
/// ```
/// found     when sky in [rain, snow] and free >= 1h        when free >= 60min and (sky == snow or sky == rainy)
///           on 7:00 or 8:00 when cold                      on 8:00 or 7:00 when temp < 32F     (let cold = temp < 0C)
/// silent    notify "Up." to "mia"                          notify "Up." to "tom"
/// ```
///
/// - Complexity: O(*n*) in the Opps, by their fingerprints.
enum DuplicateOpp {
  static let rule = LintRule(
    name: "duplicate-opp", category: .correctness, severity: .warning, precision: .veryHigh,
    reach: .ruleSet,
    fix: .unsafe,
    page: LintPage(
      headline: "two Opps are the same rule",
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
    // Disabled Opps may be variants that are kept; they do not count.
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
  ///
  /// - Returns: equal values for Opps that say the same at the same seconds, but for their limits.
  static func identity(of opp: LintedOpp, _ subject: LintSubject) -> Fingerprint {
    var hasher = FingerprintHasher()
    hasher.add(unorderedMeaning(of: opp, subject))
    // The words, then the record, then how it is shown.
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
    hasher.add(byte: opp.rule.colour == nil ? 0 : 1)
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

internal import OppAnalysis
internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppSemantics
internal import OppSyntax

/// Prints the differences in behaviour between two versions of a rule set
///
/// ```
/// stricter   "Walk"  new.opp:1
///            in `when`
///            no longer true on Wed 3 June 2026 at 12:00 with weather.temp = 21°C
/// {"type":"change","opp":"Walk","change":"stricter","changes_firings":true,"clauses":["when"],…
/// ```
struct DiffOutput {
  let comparison: RuleSetComparison
  let old: Analysis
  let new: Analysis
  let words: WitnessText

  /// The firings of both over a recording; nil without `--data`
  let replays: ComparedReplays?
  let console: Console

  /// The number of firings gained and lost that are listed for each Opp
  private static let listLimit = 5

  // MARK: For people

  /// Prints the settings and Opps that differ, then a summary
  func print() {
    for setting in comparison.settings { console.line("\(column("settings"))\(setting)") }
    for change in comparison.changes where change.kind != .same { print(change) }
    for chart in comparison.charts {
      let word = console.styled(chart.kind.word, .faint)
      let padding = column(chart.kind.word).dropFirst(chart.kind.word.count)
      console.line("\(word)\(padding)the chart \(ValueNotation.textLiteral(chart.name))")
    }
    let same = comparison.changes.count { $0.kind == .same }
    let others = comparison.changes.count - same
    console.line(
      others == 0 && comparison.settings.isEmpty && comparison.charts.isEmpty
        ? console.styled("no difference", .good) + " in \(counted(same, "Opp"))"
        : "\(counted(others, "Opp")) changed, \(same) the same")
    if let replays { print(replays) }
  }

  /// A word with spaces up to the column of the names, the twelfth
  private func column(_ word: String) -> String {
    word + String(repeating: " ", count: max(1, 11 - word.count))
  }

  /// `1 Opp`, `2 Opps`
  private func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Prints an Opp that has changed, with its clauses and the examples
  private func print(_ change: RuleChange) {
    let word = console.styled(change.kind.word, change.kind.changesFirings ? .unsure : .faint)
    let padding = column(change.kind.word).dropFirst(change.kind.word.count)
    var line = "\(word)\(padding)\(ValueNotation.textLiteral(change.name))"
    if change.kind == .renamed, let index = change.old {
      line += " was \(ValueNotation.textLiteral(old.graph.rules[index].name))"
    }
    if let place = place(of: change) { line += "  \(console.styled(place, .faint))" }
    console.line(line)
    if !change.clauses.isEmpty {
      let clauses = change.clauses.map { "`\($0.word)`" }.joined(separator: ", ")
      console.line("           in \(clauses)")
    }
    if let witness = change.lost { print(witness, "no longer true") }
    if let witness = change.gained { print(witness, "now true") }
  }

  /// Prints an example of a difference
  private func print(_ witness: Witness, _ what: String) {
    let values = words.values(of: witness).joined(separator: ", ")
    let with = values.isEmpty ? "" : " with \(values)"
    console.line("           \(what) on \(words.day(of: witness))\(with)")
  }

  /// The place of an Opp in the new version, of a removed one in the old
  private func place(of change: RuleChange) -> String? {
    if let index = change.new { return place(new.rulePlaces[index].name, new) }
    return change.old.map { place(old.rulePlaces[$0].name, old) }
  }

  /// `new.opp:1`
  private func place(_ range: SourceRange, _ analysis: Analysis) -> String {
    let file = analysis.files[Int(range.file)]
    return "\(file.path):\(file.position(at: range.start).line)"
  }

  /// Prints the firings gained and lost, at most ``listLimit`` of each Opp, and the requests a day
  private func print(_ replays: ComparedReplays) {
    let (gained, lost) = counts(replays)
    console.line(
      "firings from \(replays.zone.readable(replays.from)) to \(replays.zone.readable(replays.to)): "
        + "\(gained) gained, \(lost) lost, \(replays.common) as before")
    var listed: [String: Int] = [:]
    for difference in replays.differences {
      listed[difference.opp, default: 0] += 1
      guard listed[difference.opp, default: 0] <= Self.listLimit else { continue }
      let row = difference.row.map { " [\($0)]" } ?? ""
      console.line(
        "  \(difference.isGained ? "+" : "-") \(replays.zone.readable(difference.at))  \(difference.opp)\(row)"
      )
    }
    for (opp, count) in listed.sorted(by: { $0.key < $1.key }) where count > Self.listLimit {
      console.line("  … and \(count - Self.listLimit) more of \(ValueNotation.textLiteral(opp))")
    }
    let (before, after) = replays.requests
    console.line(
      "requests a day from \(replays.zone.readable(after.from)) on: "
        + "\(ValueNotation.jsonNumber(before.perDay)) before, \(ValueNotation.jsonNumber(after.perDay)) after"
    )
  }

  /// The numbers of differences
  private func counts(_ replays: ComparedReplays) -> (gained: Int, lost: Int) {
    let gained = replays.differences.count { $0.isGained }
    return (gained, replays.differences.count - gained)
  }

  // MARK: For programs

  /// An object for each Opp, one for each setting and each firing gained or lost, then a summary
  func printJSON() {
    for setting in comparison.settings {
      console.line(
        JSONText.object { json in
          json.member("type", string: "setting")
          json.member("name", string: setting)
        })
    }
    for change in comparison.changes { console.line(json(change)) }
    for chart in comparison.charts {
      console.line(
        JSONText.object { json in
          json.member("type", string: "chart")
          json.member("chart", string: chart.name)
          json.member("change", string: chart.kind.word)
        })
    }
    if let replays {
      for difference in replays.differences {
        console.line(
          JSONText.object { json in
            json.member("type", string: difference.isGained ? "gained" : "lost")
            json.member("opp", string: difference.opp)
            json.member("at", string: difference.at.rfc3339)
            if let row = difference.row { json.member("row", string: row) }
          })
      }
    }
    console.line(
      JSONText.object { json in
        json.member("type", string: "summary")
        json.member("changed", raw: "\(comparison.changes.count { $0.kind != .same })")
        json.member("same", raw: "\(comparison.changes.count { $0.kind == .same })")
        if let replays {
          let (gained, lost) = counts(replays)
          json.member("gained", raw: "\(gained)")
          json.member("lost", raw: "\(lost)")
          json.member("common", raw: "\(replays.common)")
          let (before, after) = replays.requests
          json.member("requests_a_day_before", raw: ValueNotation.jsonNumber(before.perDay))
          json.member("requests_a_day_after", raw: ValueNotation.jsonNumber(after.perDay))
        }
      })
  }

  /// The object of one Opp; without a place if it was removed
  private func json(_ change: RuleChange) -> String {
    JSONText.object { json in
      json.member("type", string: "change")
      json.member("opp", string: change.name)
      json.member("change", string: change.kind.word)
      if change.kind == .renamed, let index = change.old {
        json.member("was", string: old.graph.rules[index].name)
      }
      json.member("changes_firings", raw: "\(change.kind.changesFirings)")
      json.member("clauses", strings: change.clauses.map(\.word))
      if let index = change.new {
        let range = new.rulePlaces[index].name
        json.member("path", string: new.files[Int(range.file)].path)
        json.member("line", raw: "\(new.files[Int(range.file)].position(at: range.start).line)")
      }
      if let witness = change.lost {
        json.key("lost")
        words.add(witness, to: &json)
      }
      if let witness = change.gained {
        json.key("gained")
        words.add(witness, to: &json)
      }
    }
  }
}

extension ChartChange.Kind {
  /// The word in the output of both forms
  fileprivate var word: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .changed: "changed"
    }
  }
}

extension RuleChange.Kind {
  /// The word in the output of both forms: programs depend on it
  fileprivate var word: String {
    switch self {
    case .same: "same"
    case .worded: "worded"
    case .renamed: "renamed"
    case .stricter: "stricter"
    case .looser: "looser"
    case .different: "different"
    case .undecided: "undecided"
    case .added: "added"
    case .removed: "removed"
    }
  }
}

extension RuleChange.Clause {
  /// The value as the language writes it
  fileprivate var word: String {
    switch self {
    case .forEach: "for each"
    case .on: "on"
    case .when: "when"
    case .notify: "notify"
    case .to: "to"
    case .with: "with"
    case .record: "record"
    case .colour: "colour"
    case .atMost: "at most"
    case .again: "again"
    case .snooze: "snooze"
    case .expires: "expires"
    case .urgent: "urgent"
    case .disabled: "disabled"
    }
  }
}

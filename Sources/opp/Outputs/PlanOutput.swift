internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppOutputs
internal import OppSession

/// Prints the fetches of a plan, for people or as JSON Lines
///
/// ```
/// {"type":"fetch","at":"2026-11-22T11:26:10Z","round":1,"certain":true,"fetch":"thermostat","cost":0.01,…}
/// {"type":"plan","at":"2026-11-22T11:26:10Z","expected_cost":0.01}
/// {"type":"demand","supplier":"thermostat (csv)","subjects":1,"per_day":145,"fits":true}
/// ```
struct PlanOutput {
  let zone: Zone

  /// The texts of fetches
  let words: FetchText
  let console: Console
  let isJSON: Bool

  init(graph: ConditionGraph, zone: Zone, console: Console, isJSON: Bool) {
    self.zone = zone
    words = FetchText(graph: graph, zone: zone)
    self.console = console
    self.isJSON = isJSON
  }

  // MARK: Now

  /// Prints the plan of now: the rounds, then the fetches that have to wait, each with the reason
  ///
  /// Only the first round is certain; each later one is needed if those before do not decide.
  func print(_ preview: PlanPreview, at now: Instant) {
    if isJSON { return printJSON(preview, at: now) }
    console.line("at \(zone.readable(now))")
    if preview.rounds.isEmpty, preview.turns.isEmpty, preview.retries.isEmpty {
      console.line("  nothing has to be requested")
    }
    for round in preview.rounds {
      console.line(
        round.isCertain ? "  requested now:" : "  then, where that does not decide it:")
      for item in round.fetches {
        let cost = ValueNotation.jsonNumber(item.cost)
        console.line("    \(words.text(of: item.fetch)), cost \(cost), for \(names(item.opps))")
      }
    }
    for turn in preview.turns {
      console.line(
        "  from \(zone.readable(turn.until)), as the quota or the budget allows: "
          + words.text(of: turn.fetch))
    }
    for retry in preview.retries {
      console.line(
        "  again at \(zone.readable(retry.at)), for it failed: \(words.text(of: retry.fetch))")
    }
    if !preview.waiting.isEmpty {
      let waiting = preview.waiting.map { words.text(of: Fetch(subject: $0)) }
      console.line("  once it is known where you are: \(waiting.joined(separator: ", "))")
    }
    for subject in preview.pushed {
      console.line("  comes by itself: \(words.text(of: Fetch(subject: subject)))")
    }
    for item in preview.impossible {
      console.line("  cannot be requested: \(words(on: item, at: now))")
    }
    // The mean over the outcomes of the first rounds: 1.3 if the second fetch is needed three times in ten.
    if let cost = preview.expectedCost, !preview.rounds.isEmpty {
      console.line("  expected cost: \(number(cost))")
    }
    if preview.rounds.isEmpty, let wake = preview.wake {
      console.line("  next look at \(zone.readable(wake))")
    }
  }

  /// A subject that cannot be requested, and why
  ///
  /// ```
  /// location is not connected; "Near" waits for it. Write for example `connect location to gpsd()`.
  /// weather, because it is not known where you are: `location` is not connected
  /// ```
  private func words(on item: PlanPreview.Impossible, at now: Instant) -> String {
    switch item.cause {
    case .notConnected:
      HealthText(zone: zone).text(
        of: HealthChange(
          at: now, provider: words.connection(of: item.subject), state: .notConnected,
          opps: item.opps))
    case .positionNotConnected:
      words.text(of: Fetch(subject: item.subject))
        + ", because it is not known where you are: `location` is not connected"
    case nil: words.text(of: Fetch(subject: item.subject))
    }
  }

  /// Prints the plan of now as JSON: a line for each fetch, retry and turn, then one for the plan
  private func printJSON(_ preview: PlanPreview, at now: Instant) {
    for (index, round) in preview.rounds.enumerated() {
      for item in round.fetches {
        console.line(
          JSONText.object { json in
            json.member("type", string: "fetch")
            json.member("at", string: now.rfc3339)
            json.member("round", raw: "\(index + 1)")
            json.member("certain", raw: round.isCertain ? "true" : "false")
            json.member("fetch", string: words.text(of: item.fetch))
            json.member("cost", raw: ValueNotation.jsonNumber(item.cost))
            json.member("opps", strings: item.opps)
          })
      }
    }
    for retry in preview.retries {
      console.line(
        JSONText.object { json in
          json.member("type", string: "retry")
          json.member("at", string: retry.at.rfc3339)
          json.member("fetch", string: words.text(of: retry.fetch))
        })
    }
    for turn in preview.turns {
      console.line(
        JSONText.object { json in
          json.member("type", string: "turn")
          json.member("at", string: turn.until.rfc3339)
          json.member("fetch", string: words.text(of: turn.fetch))
        })
    }
    console.line(
      JSONText.object { json in
        json.member("type", string: "plan")
        json.member("at", string: now.rfc3339)
        if let cost = preview.expectedCost {
          json.member("expected_cost", raw: ValueNotation.jsonNumber(cost))
        }
        if !preview.impossible.isEmpty {
          json.key("impossible")
          json.array { array in
            for item in preview.impossible {
              array.object { object in
                object.member("fetch", string: words.text(of: Fetch(subject: item.subject)))
                if item.cause != nil { object.member("because", string: words(on: item, at: now)) }
              }
            }
          }
        }
        if !preview.waiting.isEmpty {
          let waiting = preview.waiting.map { words.text(of: Fetch(subject: $0)) }
          json.member("waiting", strings: waiting)
        }
        if preview.rounds.isEmpty, let wake = preview.wake {
          json.member("wake", string: wake.rfc3339)
        }
      })
  }

  // MARK: A day at worst

  /// Prints the demand of a day at worst: the providers, the budget, unusual freshness
  func print(_ demand: DailyDemand) {
    if !isJSON, !demand.providers.isEmpty { console.line("in a day at worst:") }
    for provider in demand.providers {
      if isJSON {
        console.line(json(provider))
        continue
      }
      let verdict = provider.fits ? "" : console.styled("  does not fit", .bad)
      console.line("  \(provider.name): \(provider.perDay)\(limits(provider.quota))\(verdict)")
    }
    print(demand.budget)
    for extreme in demand.extremes { print(extreme) }
  }

  /// Prints the cost beside the budget; nothing without one
  private func print(_ budget: DailyDemand.BudgetDemand?) {
    guard let budget else { return }
    if isJSON {
      return console.line(
        JSONText.object { json in
          json.member("type", string: "budget")
          json.member("cost", raw: ValueNotation.jsonNumber(budget.cost))
          json.member("budget", raw: ValueNotation.jsonNumber(budget.budget.cost))
          json.member("seconds", raw: "\(budget.budget.seconds)")
          json.member("fits", raw: budget.fits ? "true" : "false")
        })
    }
    let verdict = budget.fits ? "" : console.styled("  does not fit", .bad)
    console.line(
      "  budget: \(number(budget.cost)) of \(number(budget.budget.cost))\(verdict)")
  }

  /// Prints a warning about a freshness
  private func print(_ extreme: DailyDemand.ExtremeFreshness) {
    let text = words(on: extreme)
    if isJSON {
      return console.line(
        JSONText.object { json in
          json.member("type", string: "warning")
          json.member("name", string: extreme.name)
          json.member("fresh", raw: "\(extreme.freshness)")
          json.member("per_day", raw: "\(extreme.perDay)")
          json.member("text", string: text)
        })
    }
    console.line(console.styled("warning: ", .bad) + text)
  }

  /// ```
  /// `gps` is fresh for 10 s: up to 8641 of 1000 allowed requests a day while it matters
  /// `menu` is fresh for 2 d: `soup`, `main` may be out of date for as long
  /// ```
  private func words(on extreme: DailyDemand.ExtremeFreshness) -> String {
    let freshness = span(extreme.freshness)
    guard extreme.isShort else {
      let fields = extreme.fields.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
      let more = extreme.fields.count > 3 ? " and \(extreme.fields.count - 3) more" : ""
      return
        "`\(extreme.name)` is fresh for \(freshness): \(fields)\(more) may be out of date for as long"
    }
    let quota = extreme.quotaPerDay.map { " of \($0) allowed" } ?? ""
    return "`\(extreme.name)` is fresh for \(freshness): "
      + "up to \(extreme.perDay)\(quota) requests a day while it matters"
  }

  /// Whole days, or seconds
  private func span(_ seconds: Int64) -> String {
    if seconds.isMultiple(of: 86_400) { return "\(seconds / 86_400) d" }
    if seconds.isMultiple(of: 3600) { return "\(seconds / 3600) h" }
    return "\(seconds) s"
  }

  /// The object of a provider
  private func json(_ provider: DailyDemand.ProviderDemand) -> String {
    JSONText.object { json in
      json.member("type", string: "demand")
      json.member("supplier", string: provider.name)
      json.member("subjects", raw: "\(provider.subjects)")
      json.member("per_day", raw: "\(provider.perDay)")
      if let limit = provider.quota.perDay { json.member("quota_per_day", raw: "\(limit)") }
      if let limit = provider.quota.perMinute { json.member("quota_per_minute", raw: "\(limit)") }
      json.member("fits", raw: provider.fits ? "true" : "false")
    }
  }

  /// The quota in words: of a day, else of a minute; empty without one
  private func limits(_ quota: Quota) -> String {
    if let perDay = quota.perDay { return " of \(perDay) allowed" }
    return quota.perMinute.map { ", at most \($0) a minute" } ?? ""
  }

  // MARK: A simulated day

  /// Prints the fetches of a simulated day, and beside their number that of polling
  func print(_ day: SimulatedDay) {
    for item in day.requests {
      if isJSON {
        console.line(
          JSONText.object { json in
            json.member("type", string: "fetch")
            json.member("at", string: item.at.rfc3339)
            json.member("fetch", string: words.text(of: item.fetch))
            json.member("cost", raw: ValueNotation.jsonNumber(item.cost))
            json.member("opps", strings: item.opps)
          })
      } else {
        console.line(
          "\(zone.readable(item.at))  \(words.text(of: item.fetch)), for \(names(item.opps))")
      }
    }
    let polled = day.polled
    if isJSON {
      return console.line(
        JSONText.object { json in
          json.member("type", string: "day")
          json.member("fetches", raw: "\(day.requests.count)")
          json.member("cost", raw: ValueNotation.jsonNumber(day.cost))
          json.member("wakes", raw: "\(day.wakes)")
          json.member("firings", raw: "\(day.firings)")
          json.member("polled_fetches", raw: "\(polled.count)")
          json.member("polled_cost", raw: ValueNotation.jsonNumber(polled.cost))
        })
    }
    console.lines(
      """
      \(counted(day.requests.count, "fetch", "fetches")), cost \(number(day.cost)); \
      \(counted(day.wakes, "wake", "wakes")), \(counted(day.firings, "firing", "firings"))
      polling the same every 10 minutes: \(counted(polled.count, "fetch", "fetches")), \
      cost \(number(polled.cost))
      """)
  }

  // MARK: Words

  /// `1 fetch`, `2 fetches`
  private func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  /// To two decimals
  private func number(_ value: Double) -> String {
    ValueNotation.jsonNumber((value * 100).rounded() / 100)
  }

  /// `"Walk"`, `"Walk", "Tea", "Run" and 2 more`, or the word for none
  private func names(_ opps: [String]) -> String {
    let shown = opps.prefix(3).map { ValueNotation.textLiteral($0) }.joined(separator: ", ")
    return opps.isEmpty ? "nobody" : opps.count > 3 ? "\(shown) and \(opps.count - 3) more" : shown
  }
}

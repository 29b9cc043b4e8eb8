internal import OppEngine
package import OppModel
package import OppSession

/// A message in one line on missing data, the Opps that wait for it, and the remedy
///
/// ```
/// weather: its last reading is 60 min old, and counts for 1 h; "Cold" waits for it. If this continues, check what
/// writes its readings; Opp tries again at 02:21.
/// ```
package struct HealthText {
  /// The zone in which times are shown
  package let zone: Zone

  package init(zone: Zone) {
    self.zone = zone
  }

  /// The notice that a session begins anew, because the clock was far ahead
  ///
  /// - Parameter last: the last second that was processed.
  package func text(beginningAnewAfter last: Instant) -> String {
    """
    the clock was far ahead, at \(zone.readable(last)): Opp begins anew, and keeps how Opps stand
    """
  }

  /// - Parameters:
  ///   - notices: the same change of one service, of each source and table that has it.
  ///   - retry: the time of the next retry; `nil` if it is not known.
  package func text(of notices: [HealthChange], retry: Instant? = nil) -> String {
    guard let first = notices.first else { return "" }
    guard notices.count > 1 else { return text(of: first, retry: retry) }
    let opps = Set(notices.flatMap { $0.opps }).sorted { KeyOrder.isLess($0, $1) }
    guard first.state.isHealthy else {
      return text(
        of: HealthChange(
          at: first.at, provider: name(of: notices), state: first.state, opps: opps), retry: retry)
    }
    return "\(name(of: notices)) work again\(continuing(opps))."
  }

  /// `sensor and climate (homeassistant)`, `sensor and 4 more (homeassistant)`
  private func name(of notices: [HealthChange]) -> String {
    let targets = notices.map { $0.provider.prefix { $0 != " " } }
    let service = notices.first.map { $0.provider.drop { $0 != " " } } ?? ""
    let others = targets.count == 2 ? "\(targets[1])" : "\(targets.count - 1) more"
    return "\(targets.first ?? "") and \(others)\(service)"
  }

  /// - Parameter retry: the time of the next retry; `nil` if it is not known.
  package func text(of notice: HealthChange, retry: Instant? = nil) -> String {
    let waiting = waiting(notice.opps)
    switch notice.state {
    case .well: return "\(notice.provider) works again\(continuing(notice.opps))."
    case .failing(let failure, _):
      let advice = advice(on: failure, retry.map { time($0, after: notice.at) })
      return "\(notice.provider): \(failure.reason)\(waiting). \(advice)"
    case .quotaSpent(let until):
      return """
        \(notice.provider): its quota is used up\(waiting). \
        The next request is at \(time(until, after: notice.at)); `opp plan` shows the requests.
        """
    case .budgetSpent(let until):
      return """
        \(notice.provider): the budget of `set budget` is used up\(waiting). \
        The next request is at \(time(until, after: notice.at)); `opp plan` shows what the rules cost.
        """
    case .notConnected:
      return "\(notice.provider) is not connected\(waiting). \(connection(of: notice.provider))"
    }
  }

  /// - Parameter count: the number of firings that wait.
  package func text(
    of notifier: FailingNotifier, waiting count: Int, at now: Instant
  ) -> String {
    let firings =
      count == 0 ? "no firing waits" : count == 1 ? "1 firing waits" : "\(count) firings wait"
    let start = "\(notifier.name): \(notifier.reason); \(firings) to be delivered."
    guard count > 0 else { return start }
    guard let retry = notifier.retry else {
      return "\(start) Connect it again, or answer what waits, as with `opp dismiss`."
    }
    let advice = notifier.remedy.map { $0 + "; " } ?? ""
    return "\(start) \(advice)Opp tries again at \(time(retry, after: now))."
  }

  /// - Parameter count: how many firings can never be delivered for this reason.
  package func text(ofRefusal reason: String, by name: String, failed count: Int) -> String {
    count == 1
      ? "\(name): \(reason); 1 firing failed, and is not retried."
      : "\(name): \(reason); \(count) firings failed, and are not retried."
  }

  /// `; "Lunch walk" waits for it`; empty if no Opp does
  private func waiting(_ opps: [String]) -> String {
    guard let names = names(opps) else { return "" }
    return "; \(names) \(opps.count == 1 ? "waits" : "wait") for it"
  }

  /// The Opps that no longer wait, as a clause; empty if none did
  private func continuing(_ opps: [String]) -> String {
    guard let names = names(opps) else { return "" }
    return "; \(names) \(opps.count == 1 ? "continues" : "continue")"
  }

  /// `"Lunch walk"`, `"Lunch walk" and "Umbrella"`, `"Lunch walk" and 3 more`; nil for none
  private func names(_ opps: [String]) -> String? {
    guard let first = opps.first.map({ ValueNotation.textLiteral($0) }) else { return nil }
    return switch opps.count {
    case 1: first
    case 2: "\(first) and \(ValueNotation.textLiteral(opps[1]))"
    default: "\(first) and \(opps.count - 1) more"
    }
  }

  /// The advice for a failure: its own, otherwise by whose mistake its kind is
  private func advice(on failure: FetchFailure, _ retry: String?) -> String {
    let again = retry.map { "Opp tries again at \($0)" } ?? "Opp tries again by itself"
    if let remedy = failure.remedy { return "\(remedy); \(again)." }
    return switch failure.kind {
    case .unreachable: "If this continues, check the network and the address; \(again)."
    case .refused: "Check the key, the password or the token; \(again)."
    case .limited, .broken: "There is nothing to do: \(again)."
    case .unreadable: "If this continues, check the address; \(again)."
    case .misconfigured: "Correct this; \(again)."
    case .outdated: "If this continues, check what writes its readings; \(again)."
    }
  }

  /// The declaration that would connect a source or table, as an example
  private func connection(of name: String) -> String {
    let example =
      switch name {
      case "weather", "forecast": "connect \(name) to openmeteo()"
      case "calendar": "connect calendar to ical(\"https://example.org/me.ics\")"
      case "agenda": "connect calendar to ical(\"https://example.org/me.ics\")"
      case "location": "connect location to gpsd()"
      case "addresses": "connect addresses to nominatim()"
      case "places": "connect places to overpass()"
      default: "connect \(name) to csv(\"\(name).csv\")"
      }
    let isOwn = example.hasSuffix("csv(\"\(name).csv\")")
    return "Write for example `\(example)`."
      + (isOwn ? " `opp import FILE --as \(name)` has the line for a file of yours." : "")
  }

  /// `14:10`, with the date if it is another day
  private func time(_ instant: Instant, after now: Instant) -> String {
    let local = zone.local(at: instant)
    let text = local.iso8601.replacingAll("T", with: " ").dropLast(3)
    let isSameDay = local.date == zone.local(at: now).date
    return isSameDay ? String(text.drop { $0 != " " }.dropFirst()) : String(text)
  }
}

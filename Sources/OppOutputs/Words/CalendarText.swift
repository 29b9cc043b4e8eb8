package import OppModel

/// Rows of `agenda` as a calendar file (RFC 5545)
///
/// `opp record` writes it, so that a recording has a calendar that any program opens.
///
/// ```
/// BEGIN:VEVENT
/// UID:standup@opp.example
/// DTSTAMP:20130102T143000Z
/// DTSTART:20130102T143000Z
/// DTEND:20130102T144500Z
/// SUMMARY:Morning round
/// END:VEVENT
/// ```
package struct CalendarText {
  /// The table `agenda`, whose fields are found by name
  private let table: Table

  /// The zone in which all-day events have their dates
  private let zone: Zone

  /// In the order in which they were added
  private var events: [Event] = []

  /// An event with its properties
  private struct Event {
    let uid: String

    /// The start, which distinguishes the occurrences of a series
    let begins: Instant

    /// The properties of the event, unfolded
    let lines: [String]
  }

  package init(_ table: Table, zone: Zone) {
    self.table = table
    self.zone = zone
  }

  /// Adds a row
  ///
  /// - Parameter until: the second at which it went; `nil` if it is there. An event that was cancelled before it began is left
  ///  out, because a calendar file does not record when it was known.
  package mutating func add(_ values: [Value?], until: Instant?) {
    guard let begins = instant("begins", values), let ends = instant("ends", values) else { return }
    if let until, until <= begins { return }
    let uid = text("uid", values) ?? ""
    // Of two states of one event the later counts.
    events.removeAll { $0.uid == uid && $0.begins == begins }
    var lines = ["UID:\(escaped(uid))", "DTSTAMP:\(stamp(begins))"]
    if truth("all_day", values) {
      lines.append("DTSTART;VALUE=DATE:\(day(begins))")
      lines.append("DTEND;VALUE=DATE:\(day(ends))")
    } else {
      lines.append("DTSTART:\(stamp(begins))")
      lines.append("DTEND:\(stamp(ends))")
    }
    lines.append("SUMMARY:\(escaped(text("title", values) ?? ""))")
    if let place = text("location", values), !place.isEmpty {
      lines.append("LOCATION:\(escaped(place))")
    }
    if !truth("busy", values) { lines.append("TRANSP:TRANSPARENT") }
    events.append(Event(uid: uid, begins: begins, lines: lines))
  }

  /// The whole file, with lines ended by CR LF as RFC 5545 has them
  package var text: String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Opp//record//EN"]
    for event in events {
      lines.append("BEGIN:VEVENT")
      lines += event.lines
      // Occurrences of one series are distinguished by when they begin.
      if events.count(where: { $0.uid == event.uid }) > 1 {
        let isDay = event.lines.contains { $0.hasPrefix("DTSTART;VALUE=DATE") }
        lines.append(
          isDay
            ? "RECURRENCE-ID;VALUE=DATE:\(day(event.begins))"
            : "RECURRENCE-ID:\(stamp(event.begins))")
      }
      lines.append("END:VEVENT")
    }
    lines.append("END:VCALENDAR")
    return lines.map { folded($0) + "\r\n" }.joined()
  }

  // MARK: Fields

  /// The value of a field by its name; `nil` if it is unknown, or the table has none
  private func value(_ name: String, _ values: [Value?]) -> Value? {
    guard let index = table.fields.firstIndex(where: { $0.name == name }),
      values.indices.contains(index)
    else { return nil }
    return values[index]
  }

  /// The text of a field; `nil` if it is unknown
  private func text(_ name: String, _ values: [Value?]) -> String? {
    if case .text(let text)? = value(name, values) { text } else { nil }
  }

  /// `true` if a field is known to be true
  private func truth(_ name: String, _ values: [Value?]) -> Bool {
    if case .truth(true)? = value(name, values) { true } else { false }
  }

  /// The instant of a field, to the second; `nil` if it is unknown
  private func instant(_ name: String, _ values: [Value?]) -> Instant? {
    guard case .scalar(let seconds)? = value(name, values) else { return nil }
    return Int64(exactly: seconds.rounded()).map { Instant(seconds: $0) }
  }

  // MARK: Notation

  /// `20260621T190000Z`
  private func stamp(_ instant: Instant) -> String {
    instant.rfc3339.filter { $0 != "-" && $0 != ":" }
  }

  /// `20260621` by the wall clock
  private func day(_ instant: Instant) -> String {
    String(zone.local(at: instant).iso8601.filter { $0 != "-" }.prefix(8))
  }

  /// A TEXT value of RFC 5545, 3.3.11: backslash, semicolon, comma and line ends are escaped
  ///
  /// `Tea, cake; milk` becomes `Tea\, cake\; milk`.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\", ";", ",": escaped += "\\\(character)"
      case "\n", "\r\n", "\r": escaped += "\\n"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// A line folded to at most 75 octets; each further line begins with a space
  ///
  /// Source: RFC 5545, 3.1. A line is cut between characters, never within one.
  private func folded(_ line: String) -> String {
    var result = ""
    var length = 0
    for scalar in line.unicodeScalars {
      let count = UTF8.width(scalar)
      if length + count > 75 {
        result += "\r\n "
        length = 1
      }
      result.unicodeScalars.append(scalar)
      length += count
    }
    return result
  }
}

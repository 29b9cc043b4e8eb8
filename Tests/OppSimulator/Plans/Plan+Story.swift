import OppModel

/// A plan as a text that people read
///
/// ```text
/// story     an-empty-file-keeps-what-is-held
/// seed      4711
/// zone      UTC
/// from      2026-06-21T08:00:00Z
/// to        2026-06-22T12:00:00Z
/// latency   5000
/// rules
///   connect notifications to webhook("http://hook.example/all")
///   opp "E1" on every 1h notify "x"
/// events
///   2026-06-21T09:10:00Z  file empty
///   2026-06-21T09:10:02Z  file whole
/// ```
///
/// A line `open` has the cause of a fault that is known and not mended. Lines that begin with `#` are for the reader.
extension Plan {
  package var story: String {
    var lines = [
      "story     \(name)", "seed      \(seed)", "zone      \(zone)", "from      \(from.rfc3339)",
      "to        \(to.rfc3339)", "latency   \(latency)",
    ]
    if let open { lines.append("open      \(open)") }
    lines.append("rules")
    lines += rules.map { "  \($0)" }
    lines.append("events")
    lines += events.map { "  \($0.at.rfc3339)  \($0.action.line)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// - Throws: the line that cannot be read.
  package init(story: String) throws(UnreadableStory) {
    self.init(
      name: "", seed: 0, from: Instant(seconds: 0), to: Instant(seconds: 0), rules: [])
    var section = ""
    for (index, line) in story.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.isEmpty || line.hasPrefix("#") { continue }
      let isRead: Bool
      if line.hasPrefix("  ") {
        isRead = take(String(line.dropFirst(2)), of: section)
      } else {
        section = String(line.prefix { $0 != " " })
        isRead = take(header: section, String(line.dropFirst(10)))
      }
      guard isRead else { throw UnreadableStory(line: index + 1, text: String(line)) }
    }
    events.sort { $0.at < $1.at }
  }

  /// Takes a line of the header
  private mutating func take(header: String, _ text: String) -> Bool {
    switch header {
    case "story": name = text
    case "zone": zone = text
    case "open": open = text
    case "rules", "events": break
    case "seed":
      guard let value = UInt64(text) else { return false }
      seed = value
    case "latency":
      guard let value = Int(text), value >= 0 else { return false }
      latency = value
    case "from":
      guard let instant = Instant(rfc3339: text) else { return false }
      from = instant
    case "to":
      guard let instant = Instant(rfc3339: text) else { return false }
      to = instant
    case _: return false
    }
    return true
  }

  /// Takes a line of a section
  private mutating func take(_ text: String, of section: String) -> Bool {
    if section == "rules" {
      rules.append(text)
      return true
    }
    let time = text.prefix { $0 != " " }
    let rest = String(text.dropFirst(time.count).drop { $0 == " " })
    guard section == "events", let at = Instant(rfc3339: time), let action = Action(line: rest)
    else { return false }
    events.append(Event(at: at, action))
    return true
  }
}

/// A line of a story that cannot be read
package struct UnreadableStory: Error, CustomStringConvertible {
  package let line: Int
  package let text: String

  package var description: String { "line \(line) of the story cannot be read: \(text)" }
}

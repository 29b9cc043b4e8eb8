internal import OppJSON
internal import OppKit

extension JSONText {
  /// The members of an explanation
  mutating func write(_ explanation: Explanation) {
    member("opp", string: explanation.opp)
    if let row = explanation.row { member("row", string: row) }
    member("at", raw: "\(explanation.at.secondsSince1970)")
    member("truth", string: explanation.truth.rawValue)
    if !explanation.missing.isEmpty { member("missing", strings: explanation.missing) }
    if let condition = explanation.condition {
      key("condition")
      object { $0.write(condition) }
    }
    if let last = explanation.lastFiring { member("last_firing", raw: "\(last.secondsSince1970)") }
  }

  private mutating func write(_ part: Explanation.Part) {
    member("text", string: part.text)
    if let truth = part.truth {
      member("truth", string: truth.rawValue)
    } else {
      member("value", raw: part.value?.json ?? "null")
    }
    if !part.reasons.isEmpty { member("because", strings: part.reasons) }
    if let readAt = part.readAt { member("read_at", raw: "\(readAt.secondsSince1970)") }
    write("parts", part.parts) { $0.write($1) }
  }
}

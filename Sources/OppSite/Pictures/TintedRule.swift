internal import Foundation

/// A rule with each part of its condition tinted by its truth at a second, as the playground shows it
struct TintedRule {
  private let rule: String
  private let parts: [Part]

  /// A part of a condition with its truth
  private struct Part: Decodable {
    let text: String
    let truth: String?
  }

  /// The object that `opp why --format json` prints
  private struct Explanation: Decodable {
    let parts: [Part]
  }

  /// - Throws: ``SiteFailure`` if the explanation cannot be read, or a part does not stand in the rule.
  init(_ rule: String, _ explanation: String) throws(SiteFailure) {
    self.rule = rule
    do {
      parts = try JSONDecoder().decode(Explanation.self, from: Data(explanation.utf8)).parts
    } catch {
      throw SiteFailure("the explanation cannot be read: \(error)")
    }
    for part in parts where !rule.contains(part.text) {
      throw SiteFailure("`\(part.text)` is no part of the rule")
    }
  }

  /// The rule as HTML, with a legend of the tints in words
  var markup: String {
    var text = ""
    var rest = rule[...]
    for part in parts {
      guard let truth = part.truth, let range = rest.range(of: part.text) else { continue }
      text += Self.coloured(rest[..<range.lowerBound], isFirst: text.isEmpty)
      text += "<span class=\"is-\(truth)\">\(RuleColours.markup(part.text))</span>"
      rest = rest[range.upperBound...]
    }
    text += Self.coloured(rest, isFirst: text.isEmpty)
    return """
      <figure class="tinted"><pre tabindex="0" role="region" aria-label="The rule at noon"><code>\(text.hangingLines)</code></pre>
      <figcaption><span class="is-true">true</span> <span class="is-false">false</span></figcaption></figure>
      """
  }

  /// A piece between the parts with its colours, which it has only behind the beginning of a rule
  private static func coloured(_ piece: Substring, isFirst: Bool) -> String {
    guard !isFirst else { return RuleColours.markup(String(piece)) }
    let beginning = "opp \"\" when x"
    return String(
      RuleColours.markup(beginning + piece).dropFirst(RuleColours.markup(beginning).count))
  }
}

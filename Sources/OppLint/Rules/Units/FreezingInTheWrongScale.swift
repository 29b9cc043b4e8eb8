internal import OppModel
internal import OppSyntax

/// The rule `freezing-in-the-wrong-scale`
///
/// ```
/// found     let frost = temp <= 32C, opp "Ice on the road" when 32C >= feels_like
/// silent    opp "Ice cream" when temp > 32C              above, not below
///           opp "Shade" when temp < 32C                  no word of frost
/// ```
enum FreezingInTheWrongScale {
  static let rule = LintRule(
    name: "freezing-in-the-wrong-scale", category: .units, severity: .warning, precision: .high,
    fix: .unsafe,
    page: LintPage(
      headline: "`32C` is a hot day; freezing is `0C` or `32F`",
      why: """
        Water freezes at 32 °F and boils at 212 °F, a body has 98.6 °F. Written with `C`, in a rule that speaks of
        frost, boiling or fever, such a number comes from the other scale.
        """,
      bad: """
        opp "Hose" when temp < 32C for 3h notify "Freezing: drain the hose." at most once per day
        """,
      good: """
        opp "Hose" when temp < 32F for 3h notify "Freezing: drain the hose." at most once per day
        """,
      related: ["implausible-value"])
  ) { subject, findings in
    for value in subject.comparedValues {
      guard value.type == .temperature, let unit = subject.unit(of: value.literal),
        unit == "C" || unit == "°C", let mark = Mark(value),
        subject.violatedRange(value) == nil,
        !mark.words.isDisjoint(with: subject.context(of: value.node))
      else { continue }
      let text = subject.text(value.literal.range)
      let meant = text.dropLast(1) + "F"
      findings.report(
        value.literal.range, "`\(text)` is \(mark.found); \(mark.meant) or `\(meant)`",
        fix: .replacing(value.literal.range, with: String(meant), .unsafe))
    }
  }

  /// A number of the Fahrenheit scale that everybody knows
  private struct Mark {
    /// Words of names and texts beside which the number is of the other scale
    let words: Set<String>

    /// The words for the number as it is written
    let found: String

    /// The words for the number that is meant
    let meant: String

    /// 32 as an upper bound, 98 to 104, or 212; nil for any other number
    init?(_ value: ComparedValue) {
      switch value.value {
      case 32 where value.comparison.isUpperBound:
        words = [
          "frost", "frosty", "frosts", "freeze", "freezes", "freezing", "frozen", "ice", "icy",
          "black", "antifreeze",
        ]
        (found, meant) = ("a hot day", "freezing is `0C`")
      case 98...104:
        words = ["fever", "body", "feverish", "sick", "ill"]
        (found, meant) = ("hotter than any fever", "a body has `37C`")
      case 212:
        words = ["boil", "boils", "boiling", "kettle", "tea"]
        (found, meant) = ("far beyond boiling", "water boils at `100C`")
      default: return nil
      }
    }
  }
}

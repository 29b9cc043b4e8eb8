/// The table of the landing page that compares Opp with other programs
///
/// A cell about another program leads to the page of its own documentation that says so. A statement without such a page is left
/// out, and its cell has a dash.
struct Comparison {
  private static let programs = ["Opp", "cron", "Home Assistant", "IFTTT", "Shortcuts"]

  /// The month in which the pages of other programs were read
  private static let date = "November 2026"

  /// A row: its subject, Opp's own cell, and those of the others
  private struct Row {
    let title: String
    let own: String
    let others: [Cell?]
  }

  /// A statement about another program, and the page that makes it
  private struct Cell {
    let words: String
    let source: Source
    /// `true` if the other program is better at it than Opp
    let isBetter: Bool

    init(_ words: String, _ source: Source, isBetter: Bool = false) {
      (self.words, self.source, self.isBetter) = (words, source, isBetter)
    }
  }

  /// A page of another program's documentation
  private enum Source: String {
    case crontab = "https://pubs.opengroup.org/onlinepubs/9799919799/utilities/crontab.html"
    case homeTriggers = "https://www.home-assistant.io/docs/automation/trigger/"
    case homeConditions = "https://www.home-assistant.io/docs/scripts/conditions/"
    case homeActions = "https://www.home-assistant.io/docs/automation/action/"
    case homeEditor = "https://www.home-assistant.io/docs/automation/editor/"
    case homeTests = "https://www.home-assistant.io/docs/automation/testing/"
    case homeAccounts = "https://www.home-assistant.io/docs/authentication/"
    case homeApp = "https://companion.home-assistant.io/"
    case applet =
      "https://ifttt.com/applets/dduWFUT6-turn-off-american-standard-home-switch-at-scheduled-time"
    case appletGuide = "https://platform.ifttt.com/maker/guide"
    case appletFilter =
      "https://help.ifttt.com/hc/en-us/articles/360052451954-Building-with-filter-code"
    case shortcuts = "https://support.apple.com/guide/shortcuts/apd690170742/ios"
    case shortcutsAtHome = "https://support.apple.com/guide/shortcuts/apdb450f6291/ios"
  }

  private static let rows = [
    Row(
      title: "Every day at seven", own: "yes",
      others: [
        Cell("yes", .crontab), Cell("yes", .homeTriggers), Cell("yes", .applet),
        Cell("yes", .shortcuts),
      ]),
    Row(
      title: "Sunny, and free, and near the park", own: "one rule",
      others: [
        Cell("a script of yours", .crontab), Cell("yes, as conditions", .homeConditions),
        Cell("a filter in JavaScript", .appletFilter), nil,
      ]),
    Row(
      title: "Missing data is not mistaken for “no”", own: "yes", others: [nil, nil, nil, nil]),
    Row(title: "Try a rule on last year's data", own: "yes", others: [nil, nil, nil, nil]),
    Row(
      title: "Says why it did <em>not</em> fire", own: "yes, for any second",
      others: [
        nil, Cell("partly: traces of the last 5 runs", .homeTests),
        Cell("partly: an activity feed", .appletFilter), nil,
      ]),
    Row(
      title: "Tests that run by themselves", own: "yes",
      others: [nil, Cell("by hand, a condition or an action", .homeTests), nil, nil]),
    Row(
      title: "Switches devices", own: "<b>no</b>, it has a webhook or Home Assistant do it",
      others: [
        Cell("a script of yours", .crontab), Cell("yes", .homeActions, isBetter: true),
        Cell("yes", .applet, isBetter: true), Cell("yes", .shortcutsAtHome, isBetter: true),
      ]),
    Row(
      title: "Without writing text", own: "<b>no</b>",
      others: [
        Cell("no", .crontab), Cell("yes", .homeEditor, isBetter: true),
        Cell("yes", .appletGuide, isBetter: true), Cell("yes", .shortcuts, isBetter: true),
      ]),
    Row(
      title: "An app on your phone", own: "<b>no</b>, messages come by ntfy",
      others: [
        nil, Cell("yes", .homeApp, isBetter: true), Cell("yes", .appletGuide, isBetter: true),
        Cell("built in", .shortcuts, isBetter: true),
      ]),
    Row(
      title: "Needs an account", own: "no",
      others: [
        nil, Cell("on your own server", .homeAccounts), Cell("yes", .appletFilter), nil,
      ]),
  ]

  /// The table as HTML, with its date
  static var markup: String {
    let header = programs.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let lines = rows.map { row in
      let others = row.others.map { "<td>\(markup($0))</td>" }.joined()
      return "<tr><th scope=\"row\">\(row.title)</th><td>\(row.own)</td>\(others)</tr>"
    }
    return """
      <section>
      <h2 id="others">Why not something you already have?</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Comparison"><table>
      <thead><tr><td></td>\(header)</tr></thead>
      \(lines.joined(separator: "\n"))
      </table></div>
      <p class="about">Each link leads to the documentation that says so, as it was in \(date). A dash: we found nothing about it there.</p>
      <p>Opp is young: this is version 0.1. If you want the lights to come on, use Home Assistant; Opp can tell it when.</p>
      </section>
      """
  }

  private static func markup(_ cell: Cell?) -> String {
    guard let cell else { return "–" }
    let link = "<a href=\"\(cell.source.rawValue)\">\(cell.words)</a>"
    return cell.isBetter ? "<b>\(link)</b>" : link
  }
}

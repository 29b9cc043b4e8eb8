internal import OppModel
internal import OppSyntax

/// The rule `plain-http`
///
/// ```
/// found     webhook("http://hooks.example.com/opp"), owntracks("http://tracks.example.com/", …)
/// silent    ical("http://nas.lan/mia.ics"), ical("http://192.168.1.5:8080/mia.ics"), https
/// ```
enum PlainHTTP {
  static let rule = LintRule(
    name: "plain-http", category: .security, severity: .warning, precision: .high, fix: .unsafe,
    page: LintPage(
      headline: "anybody on the way can read and change this: use https",
      why: """
        What goes over `http` is open on every network between: in a café, at the provider's. Hosts of the house, such
        as `localhost`, private addresses, `.lan`, `.local` and `.home.arpa`, are left alone.
        """,
      bad: """
        connect calendar to ical("http://cloud.example.org/mia.ics")
        opp "Nap" when free >= 2h and time in 13:00..14:00 at most once per day
        """,
      good: """
        connect calendar to ical("https://cloud.example.org/mia.ics")
        opp "Nap" when free >= 2h and time in 13:00..14:00 at most once per day
        """,
      related: ["secret-in-address", "shell-in-command"])
  ) { subject, findings in
    for text in subject.connectedTexts where text.connector != "command" {
      guard let address = LintedAddress(text.text), !address.isLocal,
        ["http", "ws", "mqtt", "ftp"].contains(address.scheme)
      else { continue }
      let written = subject.text(text.range)
      var fix: Fix?
      // Only `http` has the same server behind `https`, and even then it may have none: the fix is unsafe.
      if address.scheme == "http", let mark = written.firstRange(ofText: "http://") {
        let secure =
          written[..<mark.lowerBound] + "https://" + written[mark.upperBound...]
        fix = .replacing(text.range, with: String(secure), .unsafe)
      }
      findings.report(
        text.range, "anybody on the way can read and change this: use https", fix: fix)
    }
  }
}

internal import Foundation

/// The first page of the site: what Opp is, shown by what it prints
///
/// Every picture is made by running the tool over the lessons of the tour, or over the recorded year of the main example,
/// when the page is made.
struct LandingPage {
  let archive: Archive
  let manual: Manual
  let map: SiteMap
  let opp: Opp

  /// The checkout
  let sources: URL

  /// The address of the repository; `nil` leaves out what leads there
  var repository: String?

  /// The Opp that the page speaks of, the day on which it fires, and a second of that day
  private static let name = "Lunch walk"
  private static let day = "2026-06-13"
  private static let noon = "2026-06-13T12:00"

  private var links: PageLinks { PageLinks(map, from: "") }
  private var writer: BlockWriter { BlockWriter(links: links) }

  /// The page as HTML
  ///
  /// - Throws: ``SiteFailure`` where the tool prints something else than the page is about.
  func markup() throws(SiteFailure) -> String {
    let sections = [
      try opening(), try days(), try reasons(), try year(), comparison, try installing(), facts,
    ]
    return PageFrame(links: links).whole(
      title: "Opp – reminders that know about the weather, your calendar and where you are",
      path: "",
      description:
        "Write a rule once. Opp waits for the second at which it comes true, tells you, and can always say why.",
      style: "landing.css",
      content: "<main id=\"content\">\n\(sections.joined(separator: "\n"))\n</main>")
  }

  // MARK: What it is

  private func opening() throws(SiteFailure) -> String {
    let lesson = LessonRun("12-why", .solution, sources: sources, opp: opp)
    let rule = try lesson.rule(named: Self.name)
    let report = try lesson.output(of: ["report", ".", "--day", Self.day, "--format", "json"])
    let picture = try DayPicture(of: Self.name, in: report)
    let source = repository.map { " · <a href=\"\($0.escapedMarkup)\">Source code</a>" } ?? ""
    return """
      <section class="opening">
      <div>
      <h1>Reminders that know about the weather, your calendar and where you are.</h1>
      <p class="subline">Write a rule once. Opp waits for the second at which it comes true, tells you, and can always say why.</p>
      <p class="calls"><a class="call" href="\(links.to("play/"))#tour=01-clock">Take the tour</a></p>
      <p class="about">Seventeen short lessons, in your browser. Nothing to install. · <a href="\(links.to("manual/"))">Read the manual</a>\(source)</p>
      </div>
      <div class="hero">
      <pre tabindex="0" role="region" aria-label="A rule"><code>\(Self.hanging(rule))</code></pre>
      \(picture.markup)
      \(try card(picture))
      </div>
      </section>
      """
  }

  /// A rule whose lines are elements of their own: one that is wrapped hangs behind its indentation
  private static func hanging(_ rule: String) -> String {
    RuleColours.markup(rule).components(separatedBy: "\n")
      .map { "<span class=\"line\">\($0)</span>" }.joined(separator: "\n")
  }

  /// The notification of the day's only firing, as a phone shows it
  private func card(_ picture: DayPicture) throws(SiteFailure) -> String {
    guard let firing = picture.notices.first, picture.notices.count == 1 else {
      throw SiteFailure("`\(Self.name)` does not fire once")
    }
    return """
      <p class="card"><b>\(Self.name)</b> <time>\(firing.time)</time><span>\(firing.text.escapedMarkup)</span></p>
      """
  }

  // MARK: What it shows

  private func days() throws(SiteFailure) -> String {
    let lesson = LessonRun("05-calendar", .solution, sources: sources, opp: opp)
    var pictures = ""
    for (title, day) in [("Friday", "2026-06-12"), ("Saturday", "2026-06-13")] {
      let report = try lesson.output(of: ["report", ".", "--day", day, "--format", "json"])
      let picture = try DayPicture(of: Self.name, in: report)
      pictures += "<div><h3>\(title)</h3>\n\(picture.markup)</div>\n"
    }
    return """
      <section>
      <h2 id="day">See the day before you trust the rule</h2>
      <p>On Friday there was a meeting, so lunch came a quarter of an hour later. Every condition is followed to the second, not looked up every few minutes.</p>
      <div class="days">
      \(pictures)</div>
      </section>
      """
  }

  private func reasons() throws(SiteFailure) -> String {
    let lesson = LessonRun("12-why", .start, sources: sources, opp: opp)
    let question = ["why", Self.name, "--at", Self.noon]
    let explanation = try lesson.output(of: question + [".", "--format", "json"])
    let answer = try lesson.output(of: question + ["."])
    let shown = "$ opp why \"\(Self.name)\" --at \(Self.noon)\n" + answer
    return """
      <section>
      <h2 id="why">Ask why</h2>
      <p>Sunny, noon, in the park, and no message: you were free for 50 minutes, and the rule asks for two hours. Point at any second, and Opp explains it.</p>
      \(try TintedRule(try lesson.rule(named: Self.name), explanation).markup)
      <div class="wrapped">\(writer.code("console", shown))</div>
      </section>
      """
  }

  /// A rule over the recorded year of the main example, and the other number that is tried
  private static let lunch = """
    opp "Lunch outside"
      when sky == sunny and time in 12:00..13:00 and temp >= 15C
      notify "Sunny and {temp}. Eat outside."
      at most once per day

    """
  private static let numbers = ("15C", "20C")

  private func year() throws(SiteFailure) -> String {
    let recording = sources.appending(path: "examples/opportunity/data").path
    let other = Self.lunch.replacing(Self.numbers.0, with: Self.numbers.1)
    let before = try opp.firings(of: Self.lunch, over: recording)
    let after = try opp.firings(of: other, over: recording)
    let picture = try YearPicture(before: before, after: after)
    return """
      <section>
      <h2 id="year">Change a number, see the year</h2>
      <p>What would this rule have done last year? You find out before it rings in the wrong meeting. With \
      <code>\(Self.numbers.1)</code> in place of <code>\(Self.numbers.0)</code>, \(picture.words).</p>
      \(writer.code("opp", Self.lunch.trimmingCharacters(in: .newlines)))
      \(picture.markup)
      </section>
      """
  }

  // MARK: What else there is

  /// The columns of the comparison, and its rows: a star marks what the others are better at
  private static let programs = ["Opp", "cron", "Home Assistant", "IFTTT", "Shortcuts"]
  private static let rows: [[String]] = [
    ["Every day at seven", "yes", "yes", "yes", "yes", "yes"],
    [
      "Sunny, and free, and near the park", "one rule", "a script of yours",
      "yes, with its integrations", "partly", "partly",
    ],
    ["Missing data is not mistaken for “no”", "yes", "up to you", "up to you", "–", "–"],
    ["Try a rule on last year's data", "yes", "–", "–", "–", "–"],
    [
      "Says why it did <em>not</em> fire", "yes", "–", "partly: traces of the last runs",
      "partly: an activity log", "–",
    ],
    ["Tests", "yes", "up to you", "–", "–", "–"],
    [
      "Turns on a lamp", "<b>no</b>, it has a webhook or Home Assistant do it", "a script",
      "<b>yes, thousands of devices</b>", "yes", "yes",
    ],
    ["Without writing text", "<b>no</b>", "no", "<b>yes</b>", "<b>yes</b>", "<b>yes</b>"],
    [
      "An app on your phone", "<b>no</b>, messages come by ntfy", "no", "<b>yes</b>", "<b>yes</b>",
      "<b>built in</b>",
    ],
    ["Needs an account", "no", "no", "only on your own server", "yes", "no"],
    ["Tried by many, for years", "<b>no</b>: version 0.1", "yes", "yes", "yes", "yes"],
  ]

  private var comparison: String {
    let header = Self.programs.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let rows = Self.rows.map { row in
      let cells = row.dropFirst().map { "<td>\($0)</td>" }.joined()
      return "<tr><th scope=\"row\">\(row[0])</th>\(cells)</tr>"
    }
    return """
      <section>
      <h2 id="others">Why not something you already have?</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Comparison"><table>
      <thead><tr><td></td>\(header)</tr></thead>
      \(rows.joined(separator: "\n"))
      </table></div>
      <p class="about">As far as we know in November 2026; a dash where we know of nothing.</p>
      <p>If you want the lights to come on, use Home Assistant; Opp can tell it when.</p>
      </section>
      """
  }

  private func installing() throws(SiteFailure) -> String {
    let name = "installing"
    let document = manual.documents.first { $0.path == manual.paths[name] }
    let commands = document?.passages.compactMap { passage -> String? in
      guard case .code("sh", let text) = passage.block else { return nil }
      return text
    }
    guard let command = commands?.first else { throw SiteFailure("no command installs it") }
    let all = repository.map { "git clone \($0) opp && cd opp && \(command)" } ?? command
    let place = repository == nil ? ", in a checkout of the repository" : ""
    return """
      <section>
      <h2 id="install">Install</h2>
      <p>With Swift 6.3, on Linux or macOS\(place):</p>
      \(writer.code("sh", all))
      <p>Without Swift, on Linux, <a href="\(links.to("manual/installing/"))#Without-a-toolchain">unpack a release</a> over <code>~/.local</code>. Then:</p>
      \(writer.code("sh", "opp init ~/opps && cd ~/opps && opp run"))
      <p>Opp is free software (Apache 2.0). It runs on your computer and asks only the services that you name.</p>
      </section>
      """
  }

  /// One line to what there is, with the numbers that the manual has
  private var facts: String {
    let recipes = manual.documents.count {
      $0.path.hasPrefix("manual/cookbook/") && $0.path != "manual/cookbook/"
    }
    func count(_ kind: String) -> Int {
      archive.pages.count { $0.identifier.hasSuffix(kind) }
    }
    let entries = [
      ("manual/cookbook/", "\(recipes) rules to copy"),
      ("manual/functionindex/", "every function"),
      ("manual/#connecting-data", "\(count("Connector")) sources"),
      ("manual/#notifications", "\(count("Notifier")) ways to be notified"),
      ("manual/editors/", "editors"), ("manual/questions/", "questions"),
    ]
    let items = entries.map { "<a href=\"\(links.to($0.0))\">\($0.1)</a>" }
    return "<p class=\"facts\">\(items.joined(separator: " · "))</p>"
  }
}

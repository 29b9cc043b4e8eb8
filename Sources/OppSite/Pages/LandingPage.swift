internal import Foundation

/// The first page of the site, which introduces Opp by its output
///
/// Every picture is made by running the tool over the lessons of the tour, or over the recorded year of the main example,
/// when the page is made.
struct LandingPage {
  let archive: Archive
  let manual: Manual
  let opp: Opp

  /// The checkout, and the addresses that the page names
  let settings: SiteOptions.Settings

  /// The Opp that the page speaks of, the day on which it fires, and a second of that day
  private static let name = "Lunch walk"
  private static let day = "2026-06-13"
  private static let noon = "2026-06-13T12:00"

  /// The columns of a console on a phone
  private static let narrow = 34

  private let links: PageLinks
  private let writer: BlockWriter

  init(
    archive: Archive, manual: Manual, map: SiteMap, opp: Opp, settings: SiteOptions.Settings
  ) {
    (self.archive, self.manual, self.opp, self.settings) = (archive, manual, opp, settings)
    links = PageLinks(map, from: "")
    writer = BlockWriter(links: links)
  }

  /// The page as HTML
  ///
  /// - Throws: ``SiteFailure`` if the tool prints something else than the page is about.
  func markup() throws(SiteFailure) -> String {
    let sections = [
      try opening(), try days(), try reasons(), try year(), Comparison.markup, try installing(),
      facts,
    ]
    return PageFrame(links: links, address: settings.address).whole(
      title: "Opp – reminders that know about the weather, your calendar and where you are",
      path: "",
      description:
        "Write a rule once. Opp waits for the second at which it comes true, tells you, and can always say why.",
      style: "landing.css",
      content: "<main id=\"content\">\n\(sections.joined(separator: "\n"))\n</main>")
  }

  // MARK: Introduction

  private func opening() throws(SiteFailure) -> String {
    let lesson = LessonRun("12-why", .solution, sources: settings.sources, opp: opp)
    let rule = try lesson.rule(named: Self.name)
    let report = try lesson.output(of: ["report", ".", "--day", Self.day, "--format", "json"])
    let picture = try DayPicture(of: Self.name, in: report)
    let source =
      settings.repository.map { " · <a href=\"\($0.escapedMarkup)\">Source code</a>" } ?? ""
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
    RuleColours.markup(rule).hangingLines
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

  // MARK: Pictures

  private func days() throws(SiteFailure) -> String {
    let lesson = LessonRun("05-calendar", .solution, sources: settings.sources, opp: opp)
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
    let lesson = LessonRun("12-why", .start, sources: settings.sources, opp: opp)
    let question = ["why", Self.name, "--at", Self.noon]
    let explanation = try lesson.output(of: question + [".", "--format", "json"])
    // As a terminal of that width shows it: a phone has room for fewer columns.
    let shown = try [nil, Self.narrow].map { width throws(SiteFailure) in
      "$ opp why \"\(Self.name)\" --at \(Self.noon)\n"
        + (try lesson.output(of: question + ["."], columns: width))
    }
    return """
      <section>
      <h2 id="why">Ask why</h2>
      <p>Sunny, noon, in the park, and no message: you were free for 50 minutes, and the rule asks for two hours. Point at any second, and Opp explains it.</p>
      \(try TintedRule(try lesson.rule(named: Self.name), explanation).markup)
      <div class="is-wide">\(writer.code("console", shown[0]))</div>
      <div class="is-narrow">\(writer.code("console", shown[1]))</div>
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
    let recording = settings.sources.appending(path: "examples/opportunity/data").path
    let other = Self.lunch.replacing(Self.numbers.0, with: Self.numbers.1)
    let before = try opp.firings(of: Self.lunch, over: recording)
    let after = try opp.firings(of: other, over: recording)
    let picture = try YearPicture(before: before, after: after)
    return """
      <section>
      <h2 id="year">Change a number, see the year</h2>
      <p>What would this rule have done last year? You find out before it rings in the wrong meeting. With \
      <code>\(Self.numbers.1)</code> in place of <code>\(Self.numbers.0)</code>, \(picture.words).</p>
      <pre tabindex="0" role="region" aria-label="The rule whose number changes"><code>\(Self.hanging(Self.lunch.trimmingCharacters(in: .newlines)))</code></pre>
      \(picture.markup)
      </section>
      """
  }

  // MARK: Further links

  private func installing() throws(SiteFailure) -> String {
    let name = "installing"
    let document = manual.documents.first { $0.path == manual.paths[name] }
    let commands = document?.passages.compactMap { passage -> String? in
      guard case .code("sh", let text) = passage.block else { return nil }
      return text
    }
    guard let command = commands?.first else { throw SiteFailure("no command installs it") }
    let all = settings.repository.map { "git clone \($0) opp && cd opp && \(command)" } ?? command
    let place = settings.repository == nil ? ", in a checkout of the repository" : ""
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

  /// One line of links, with the numbers of the manual's pages
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

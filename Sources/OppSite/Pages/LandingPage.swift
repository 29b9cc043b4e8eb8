internal import Foundation

/// The first page of the site: what Opp is, shown by what it prints
///
/// Every picture and every output is made by running the tool over the examples when the page is made.
struct LandingPage {
  let archive: Archive
  let manual: Manual
  let map: SiteMap
  let opp: Opp

  /// The checkout
  let sources: URL

  /// The Opp that the page speaks of, its file, and two noons: one on which it fires, one on which it does not
  private static let name = "Lunch walk"
  private static let example = "opportunity"
  private static let folder = "examples/\(example)"
  private static let file = "time.opp"
  private static let day = ("2013-06-02", "2013-06-03")
  private static let quietNoon = "2013-06-04T12:10"

  private var links: PageLinks { PageLinks(map, from: "") }
  private var writer: BlockWriter { BlockWriter(links: links) }

  /// The example in the playground, on the day of the picture
  private var played: String {
    PlaygroundLink(example: Self.example, open: Self.file, day: Self.day.0).fragment
  }

  /// The page as HTML
  ///
  /// - Throws: ``SiteFailure`` where the tool prints something else than the page is about.
  func markup() throws(SiteFailure) -> String {
    let sections = [
      try opening(), try playground(), try day(), try reasons(), try mistakes(), try subjects(),
      try connections(), try words(), try editors(), try installing(), facts,
    ]
    return PageFrame(links: links).whole(
      title: "Opp – a language for the opportunities in your day", path: "",
      description: "You write down what an opportunity is; Opp notifies you when it is there.",
      style: "landing.css",
      content: "<main id=\"content\">\n\(sections.joined(separator: "\n"))\n</main>")
  }

  // MARK: What it is

  private func opening() throws(SiteFailure) -> String {
    let rule = try example()
    return """
      <section class="opening">
      <div>
      <h1>Say what an opportunity is.<br>Be notified when it is there.</h1>
      <p>Opp is a small language for the opportunities in your day. Rules are checked like a program, tried on recorded data, tested, explained, and run on your own machine.</p>
      <p class="calls"><a class="call" href="\(links.to("play/"))#\(played)">Try it in the browser</a> <a href="\(links.to("manual/"))">Read the manual</a></p>
      </div>
      \(writer.code("opp", rule))
      </section>
      """
  }

  /// The rule with the place that it names, from the example's files
  private func example() throws(SiteFailure) -> String {
    let place = try declaration("place country_park", in: "places.opp").prefix { $0 != "\n" }
    return place + "\n\n" + (try declaration("opp \"\(Self.name)\"", in: Self.file))
  }

  /// The lines of a declaration, up to the next empty one
  private func declaration(_ start: String, in file: String) throws(SiteFailure) -> String {
    let url = sources.appending(path: "\(Self.folder)/\(file)")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    guard let found = text.range(of: "\n\(start)") else {
      throw SiteFailure("\(Self.folder)/\(file) has no `\(start)`")
    }
    return text[found.lowerBound...].dropFirst().components(separatedBy: "\n\n")[0]
      .trimmingCharacters(in: .newlines)
  }

  /// The playground, which begins when it is started
  private func playground() throws(SiteFailure) -> String {
    let address = links.to("play/") + "#" + played
    return """
      <section class="embedded">
      <p><a class="call start" data-frame="\(address)&amp;embed" href="\(address)">Start the playground here</a> <span>It runs in this page, over a recorded year. Nothing that you write leaves your browser.</span></p>
      </section>
      """
  }

  // MARK: What it prints

  private func day() throws(SiteFailure) -> String {
    let report = try opp.output(of: [
      "report", Self.folder, "--day", Self.day.0, "--format", "json",
    ])
    let firings = try opp.transcript([
      "eval", Self.folder, "--from", Self.day.0, "--to", Self.day.1,
    ])
    return """
      <section>
      <h2 id="day">See a day before you trust a rule</h2>
      <p>A condition is a function of time, not a poll. Run the rules over a recording, and see when each part was true, to the second. This is 2 June 2013 in Greensboro, by the hour.</p>
      \(try DayPicture(of: Self.name, in: report).markup)
      \(writer.code("console", firings))
      </section>
      """
  }

  private func reasons() throws(SiteFailure) -> String {
    let why = try opp.transcript(["why", Self.name, "--at", Self.quietNoon, Self.folder])
    return """
      <section>
      <h2 id="why">Ask why</h2>
      <p>Every yes and every no is explained, with the readings behind it and what it would take. Two days later the noon was sunny, too.</p>
      <div class="wrapped">\(writer.code("console", why))</div>
      </section>
      """
  }

  /// Two mistakes that many make at first
  private static let mistaken = """
    opp "Terrace" when temp > 30 and sky == suny
    opp "Walk" when free >= 30 min near home
    """

  private func mistakes() throws(SiteFailure) -> String {
    let outcome = try opp.check(Self.mistaken + "\n")
    guard outcome.status == 1 else { throw SiteFailure("the mistakes are none: \(outcome.text)") }
    let file = PlaygroundFile(name: "rules.opp", text: Self.mistaken + "\n")
    let text = "$ opp check rules.opp\n" + outcome.text.trimmingCharacters(in: .newlines)
    return """
      <section>
      <h2 id="mistakes">Mistakes are reported kindly</h2>
      <p>At their place, in your words, with what to write instead. <a href="\(links.to(DiagnosticDocuments.home.path))">Each message has a page</a>, and <a href="\(links.to("lint/"))">a linter</a> knows what runs and is probably wrong, with proofs.</p>
      \(writer.code("opp", Self.mistaken, [file]))
      \(writer.code("console", text))
      </section>
      """
  }

  // MARK: What there is

  /// The subjects of conditions: a title, a condition, and the page of the manual about it
  private static let subjects = [
    ("The clock and the sun", "time in sunset - 1h..sunset", "time"),
    ("The weather, now and ahead", "sky == sunny and temp in 18C..28C", "prelude"),
    ("Your calendar", "free >= 30min within next 2h", "prelude"),
    ("Where you are", "near any \"bakery\" within 300m", "places"),
    ("What was", "no_rain and change(pressure, last 3h) < -2hPa", "windows"),
    ("How long it has been so", "humidity < 60% for 2h", "expressions"),
    ("Rows of your own tables", "any(chores where due < today)", "tables"),
    ("Anything of yours", "freezer.celsius > -15C", "declarations"),
  ]

  /// The declarations of the names in those conditions
  private static let declarations = """
    let no_rain = not (raining within last 1d)
    table chores by name { name: Text  due: Date }
    source freezer { celsius: Temperature }
    """

  private func subjects() throws(SiteFailure) -> String {
    var rules = Self.declarations
    for (index, subject) in Self.subjects.enumerated() {
      rules += "\nopp \"\(index)\" when \(subject.1)"
    }
    let outcome = try opp.check(rules + "\n")
    guard outcome.status == 0, outcome.text.hasPrefix("no problems") else {
      throw SiteFailure("the conditions of the first page are wrong: \(outcome.text)")
    }
    let cookbook = "manual/cookbook/"
    let recipes = manual.documents.count { $0.path.hasPrefix(cookbook) && $0.path != cookbook }
    var items = ""
    for (title, condition, name) in Self.subjects {
      let target = try links.to(.page(name: name, anchor: nil)) ?? ""
      items += """
        <li><a href="\(target)">\(title)</a><code>\(RuleColours.markup(condition))</code></li>

        """
    }
    return """
      <section>
      <h2 id="conditions">What a rule can wait for</h2>
      <ul class="cards">
      \(items)</ul>
      <p>Every quantity has a unit, and the checker knows it. The <a href="\(links.to(cookbook))">cookbook</a> has \(recipes) rules for everyday needs.</p>
      </section>
      """
  }

  /// The lists of connectors and of notifiers
  private func connections() throws(SiteFailure) -> String {
    let sources = archive.topics.filter { topic in
      topic.identifiers.contains { $0.hasSuffix("Connector") }
    }
    let notices = archive.topics.filter { topic in
      topic.identifiers.allSatisfy { $0.hasSuffix("Notifier") }
    }
    guard !sources.isEmpty, !notices.isEmpty else {
      throw SiteFailure("the manual has no topics of connectors and notifiers")
    }
    return """
      <section>
      <h2 id="sources">Where readings come from</h2>
      \(try list(sources.flatMap(\.identifiers)))
      <h2 id="notifications">Where notifications go</h2>
      \(try list(notices.flatMap(\.identifiers)))
      </section>
      """
  }

  /// Pages of the manual with their summaries
  private func list(_ identifiers: [String]) throws(SiteFailure) -> String {
    var items = ""
    for page in archive.pages where identifiers.contains(page.identifier) {
      let name = page.identifier.split(separator: "/").last?.lowercased() ?? ""
      let target = try links.to(.page(name: name, anchor: nil)) ?? ""
      items +=
        "<dt><a href=\"\(target)\">\(page.title.escapedMarkup)</a></dt><dd>\(try writer.markup(page.summary))</dd>\n"
    }
    return "<dl>\n\(items)</dl>"
  }

  /// Every function with a link to the section of the manual that shows it
  private func words() throws(SiteFailure) -> String {
    let name = "functions"
    guard let document = manual.documents.first(where: { $0.path == manual.paths[name] }) else {
      throw SiteFailure("there is no page `\(name)`")
    }
    var anchor: String?
    var sections: [String: String] = [:]
    for passage in document.passages {
      switch passage.block {
      case .heading(_, let found, _): anchor = found
      case .table(_, let rows):
        for case .code(let form) in rows.compactMap(\.first).joined().flatMap(\.inlines) {
          let word = String(form.prefix { $0.isLetter || $0 == "_" })
          if form.dropFirst(word.count).hasPrefix("("), sections[word] == nil {
            sections[word] = anchor
          }
        }
      case .paragraph, .code, .list: break
      }
    }
    guard sections.count > 10 else { throw SiteFailure("the page of functions has no tables") }
    var items: [String] = []
    for (word, anchor) in sections.sorted(by: { $0.key < $1.key }) {
      let target = try links.to(.page(name: name, anchor: anchor)) ?? ""
      items.append("<a href=\"\(target)\"><code>\(word)</code></a>")
    }
    let index = try links.to(.page(name: "functionindex", anchor: nil)) ?? ""
    return """
      <section>
      <h2 id="functions">\(items.count) functions</h2>
      <p class="words">\(items.joined(separator: " "))</p>
      <p>The <a href="\(index)">index of the language</a> has every operator, function and word with its types.</p>
      </section>
      """
  }

  private func editors() throws(SiteFailure) -> String {
    let name = "editors"
    let document = manual.documents.first { $0.path == manual.paths[name] }
    let headings = document?.headings.filter { !["Overview", "Grammars"].contains($0.text) } ?? []
    guard !headings.isEmpty else { throw SiteFailure("the page of editors has none") }
    var items: [String] = []
    for heading in headings {
      let target = try links.to(.page(name: name, anchor: heading.anchor)) ?? ""
      items.append("<a href=\"\(target)\">\(heading.text.escapedMarkup)</a>")
    }
    return """
      <section>
      <h2 id="editors">In your editor</h2>
      <p>One language server: messages with fixes, completion, rename, and <em>why</em> on hover. \(items.joined(separator: " · "))</p>
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
    return """
      <section>
      <h2 id="install">Install</h2>
      <p>With a Swift 6.3 toolchain, in a checkout of the repository:</p>
      \(writer.code("sh", command + "\nopp init\nopp run"))
      <p><a href="\(links.to("manual/installing/"))">Installing</a> says where it goes; <a href="\(links.to("manual/tutorial/"))">write your first rule</a> in ten minutes.</p>
      </section>
      """
  }

  private var facts: String {
    """
    <section>
    <ul class="cards">
    <li><b>Exact</b>Truth is defined second by second, and a rule fires at the second at which its condition comes true.</li>
    <li><b>Unknown is not false</b>What is not known has a reason, and fires nothing.</li>
    <li><b>Private</b>It runs on your machine, and requests only what can change a rule now.</li>
    <li><b>Tested</b>Rules have tests of their own; every example of the manual is run by the project's.</li>
    </ul>
    </section>
    """
  }
}

extension Block {
  /// The parts of a paragraph; of another block none
  fileprivate var inlines: [Inline] {
    guard case .paragraph(let parts) = self else { return [] }
    return parts
  }
}

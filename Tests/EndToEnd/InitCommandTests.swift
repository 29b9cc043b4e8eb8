import Foundation
import OppModel
import OppOutputs
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// `opp init`: what is written, what is asked, and what is left alone
@Suite(.limited) struct InitCommandTests {
  // MARK: What is written

  @Test(arguments: Template.allCases)
  func `a template has the rules, tests and data of its example`(template: Template) throws {
    let root = Repository.root.appending(path: "examples/\(template.rawValue)")
    let walker = try #require(FileManager.default.enumerator(atPath: root.path))
    var expected: [TemplateFile] = []
    while let path = walker.nextObject() as? String {
      let isData = path.hasPrefix("data/") && !path.hasSuffix(".md")
      guard path.hasSuffix(".opp") && path != "connections.opp" || isData else { continue }
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      expected.append(TemplateFile(path: path, text: text))
    }
    // A file that is missing here is to be added to Sources/CTemplates/templates.c.
    #expect(template.files.sorted { $0.path < $1.path } == expected.sorted { $0.path < $1.path })
    #expect(template.files.contains { $0.path == template.mainFile })
    for file in template.files where file.path == template.mainFile {
      #expect(file.text.contains("set zone \"\(template.zone)\""))
    }
  }

  @Test(arguments: [(Template.reminders, "52.52,13.405"), (.home, nil)] as [(Template, String?)])
  func `the connections of the example are those that are written`(
    template: Template, home: String?
  ) throws {
    let text = try Repository.text("examples/\(template.rawValue)/connections.opp")
    var ruleSet = NewRuleSet()
    ruleSet.template = template
    ruleSet.home = home
    #expect(ruleSet.files.first { $0.path == "connections.opp" }?.text == text)
  }

  @Test(arguments: Template.allCases)
  func `what is written has no problems, passes its tests, and fires as its example`(
    template: Template
  ) throws {
    let folder = try TemporaryFolder()
    let name = template.rawValue
    let (text, status) = folder.run(
      ["init", "--template", name, "--zone", template.zone, "my/\(name)"])
    #expect(status == .success)
    #expect(text.contains("  cd my/\(name)\n"))
    for words in [["fmt", "--check"], ["check", "--strict"], ["lint", "--strict"], ["test"]] {
      let (text, status) = folder.run(words + ["my/\(name)"])
      #expect(status == .success, "\(words): \(text)")
    }
    let (fired, _) = folder.run(["eval", "my/\(name)"])
    #expect(fired == (try Repository.text("examples/\(name)/expected.txt")))
  }

  /// Services that a person has to connect are written as comments
  @Test(arguments: Template.allCases)
  func `the connections that are comments are right, and are all that is missing`(
    template: Template
  ) throws {
    let folder = try TemporaryFolder()
    #expect(folder.run(["init", "--template", template.rawValue, "-y"]).status == .success)
    let url = folder.url.appending(path: "connections.opp")
    let text = try String(contentsOf: url, encoding: .utf8)
    try text.replacing("// connect ", with: "connect ").write(
      to: url, atomically: true, encoding: .utf8)
    for words in [["check", "--strict"], ["fmt", "--check"]] {
      let (text, status) = folder.run(words)
      #expect(status == .success, "\(text)")
    }
    let names = text.matches(of: #/connect ([\w, ]+) to /#).flatMap { match in
      match.1.split(separator: ", ").map(String.init)
    }
    let files = template.files.map(\.path).filter { $0.hasSuffix(".csv") }
    // Answers come from notifications; weather, forecast and positions are fetched.
    let kept = Set(files.map { String($0.dropFirst("data/".count).dropLast(".csv".count)) })
      .subtracting(["answers", "weather", "forecast", "location"])
    #expect(kept.isSubset(of: names))
  }

  /// On both sides of the date line, and of the equator, with an offset of 45 minutes
  @Test(arguments: ["Asia/Tokyo", "America/New_York", "Pacific/Auckland", "Asia/Kathmandu", "UTC"])
  func `a recording of nowhere in particular moves with the zone`(zone: String) throws {
    for name in ["reminders", "flat", "home"] {
      let folder = try TemporaryFolder()
      #expect(folder.run(["init", "--template", name, "--zone", zone]).status == .success)
      let (text, status) = folder.run(["test"])
      #expect(status == .success, "\(text)")
      let (fired, _) = folder.run(["eval"])
      let expected = try Repository.text("examples/\(name)/expected.txt")
      // Records and keys have offsets.
      func withoutOffsets(_ text: String) -> String {
        text.replacing(#/T[0-9:]+([+-][0-9:]+|Z)/#) { $0.output.0.prefix(9) }
      }
      #expect(withoutOffsets(fired) == withoutOffsets(expected))
    }
  }

  @Test func `options are what the connections say`() throws {
    let folder = try TemporaryFolder(["me.ics": "BEGIN:VCALENDAR\nEND:VCALENDAR\n"])
    let (_, status) = folder.run([
      "init", "rules", "--home", "@-33.87, 151.21", "--calendar", "me.ics", "--notify",
      "https://ntfy.sh/ada",
    ])
    #expect(status == .success)
    let text = try String(
      contentsOf: folder.url.appending(path: "rules/connections.opp"), encoding: .utf8)
    #expect(text.contains("connect location to fixed(@-33.87,151.21)\n"))
    #expect(text.contains("/me.ics\")\n"))
    #expect(text.contains("connect notifications to ntfy(\"https://ntfy.sh/ada\")\n"))
    let (checked, checkStatus) = folder.run(["check", "--strict", "rules"])
    #expect(checkStatus == .success, "\(checked)")
  }

  @Test(arguments: [
    ("http://ha:1", "terminal", "connect notifications to stdout()"),
    (
      "https://ha.example.org/house", "mobile_app_ann_phone",
      """
      connect notifications to homeassistant(
        "https://ha.example.org/house",
        token: env("HA_TOKEN"),
        notify: "mobile_app_ann_phone"
      )
      """
    ),
  ])
  func `a house has the address and the phone of the person`(
    url: String, notify: String, connection: String
  ) throws {
    let folder = try TemporaryFolder()
    let words = ["init", "--template", "home", "--url", url, "--notify", notify]
    let (printed, status) = folder.run(words)
    #expect(status == .success && printed.contains("export HA_TOKEN="), "\(printed)")
    #expect(!printed.contains("where you are"))
    let connections = try text("connections.opp", in: folder)
    #expect(connections.hasSuffix("\n" + connection + "\n"), "\(connections)")
    #expect(!connections.contains("homeassistant.local"))
    for words in [["check", "--strict"], ["fmt", "--check"]] {
      let (text, status) = folder.run(words)
      #expect(status == .success, "\(text)")
    }
  }

  @Test func `a house is asked for its address and its phone`() throws {
    let folder = try TemporaryFolder()
    let text = try answer(
      ["home", "Europe/Rome", "my house", "http://ha.lan:8123", "mobile_app_x"], in: folder)
    #expect(!text.contains("Where you live"))
    #expect(text.contains("[http://homeassistant.local:8123]: error: `my house` is not an address"))
    #expect(text.contains("mobile_app_… of a phone"))
    let connections = try self.text("connections.opp", in: folder)
    #expect(connections.contains("http://ha.lan:8123") && connections.contains("\"mobile_app_x\""))
  }

  // MARK: What is asked

  /// The output of `opp init` for lines that a person types
  private func answer(_ lines: [String], in folder: TemporaryFolder, _ words: [String] = [])
    throws -> String
  {
    let console = Console()
    let context = CommandContext(workingDirectory: folder.url.path, variables: ["TZ": "Asia/Tokyo"])
    var rest = lines[...]
    let invocation = try Invocation.parse(words, for: .initialize)
    do throws(CommandFailure) {
      _ = try InitCommand(console: console, context: context) { rest.popFirst() }
        .run(invocation, asks: true)
    } catch {
      console.report(error)
    }
    console.flush()
    return String(decoding: console.transcript, as: UTF8.self)
  }

  @Test func `an answer that cannot be used is asked for again`() throws {
    let folder = try TemporaryFolder()
    let text = try answer(
      [
        "boat", "9", "flat", "Europe/Pariss", " Europe/Paris ", "north", "", "", "", "pigeon",
        "desktop",
      ],
      in: folder)
    #expect(
      text.hasPrefix(
        """
        What is it for?
          1 reminders  weather, calendar, plants and birthdays
          2 trips      trips from positions: distance, points, streaks, friends
          3 flat       chores, groceries and bills of people who live together
          4 planner    tasks, alerts and free slots of a day
          5 home       twenty rules of a house behind Home Assistant
        1 to 5, or its name [reminders]: error: `boat` is not a template
          help: there are `reminders`, `trips`, `flat`, `planner`, `home`
        1 to 5, or its name [reminders]: error: `9` is not a template
          help: there are `reminders`, `trips`, `flat`, `planner`, `home`
        1 to 5, or its name [reminders]: Your time zone [Asia/Tokyo]: error: \
        the zone database has no `Europe/Pariss`
          help: did you mean `Europe/Paris`?
        Your time zone [Asia/Tokyo]: Where you live, as latitude,longitude [leave out]: error: \
        `north` is not a position

        """), "\(text)")
    #expect(text.contains("wrote bills.opp, "))
    let rules = try String(contentsOf: folder.url.appending(path: "flat.opp"), encoding: .utf8)
    #expect(rules.contains("set zone \"Europe/Paris\""))
    #expect(folder.run(["check", "--strict"]).status == .success)
  }

  @Test func `enter takes what stands in brackets, and options are not asked about`() throws {
    let folder = try TemporaryFolder()
    let text = try answer(
      ["", "", ""], in: folder, ["--zone", "Europe/Rome", "--notify", "terminal"])
    #expect(!text.contains("Your time zone") && !text.contains("Notifications:"))
    let rules = try String(contentsOf: folder.url.appending(path: "reminders.opp"), encoding: .utf8)
    #expect(rules.contains("set zone \"Europe/Rome\""))
  }

  /// The text of a file of a new rule set
  private func text(_ path: String, in folder: TemporaryFolder) throws -> String {
    try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: [
    ["init", "--zone", "Asia/Tokyo"], ["init", "-y"], ["init", "--template", "flat"],
    ["init", "--template", "planner"], ["init", "--template", "trips"],
  ])
  func `nobody is anywhere who has not said where`(words: [String]) throws {
    let folder = try TemporaryFolder()
    let (printed, status) = folder.run(words)
    #expect(status == .success)
    #expect(!(try text("connections.opp", in: folder)).contains("\nconnect location"))
    #expect(printed.contains("connections.opp does not say yet where you are"))
  }

  @Test func `enter at the question for a home leaves it out`() throws {
    let folder = try TemporaryFolder()
    _ = try answer(["", "", "", "", ""], in: folder)
    #expect(!(try text("connections.opp", in: folder)).contains("\nconnect location"))
  }

  @Test func `notifications of a flat go where they are said to go`() throws {
    let folder = try TemporaryFolder()
    let words = ["init", "--template", "flat", "--notify", "terminal"]
    #expect(folder.run(words).status == .success)
    let rules = try ["flat.opp", "connections.opp"].map { try text($0, in: folder) }.joined()
    let notifiers = rules.split(separator: "\n").filter {
      $0.hasPrefix("connect notifications")
    }
    #expect(notifiers == ["connect notifications to stdout()"])
  }

  @Test func `a phone has the position`() throws {
    let folder = try TemporaryFolder()
    let url = "https://tracks.example.org/api/0/last?user=bo&device=phone"
    #expect(folder.run(["init", "--template", "trips", "--phone", url]).status == .success)
    let connections = try text("connections.opp", in: folder)
    #expect(connections.contains("\nconnect location to owntracks(\"\(url)\")\n"))
    #expect(folder.run(["check", "--strict"]).status == .success)
    let (wrong, status) = folder.run(["init", "other", "--phone", "bo"])
    #expect(status == .usage && wrong.hasPrefix("error: `bo` is not an address"))
  }

  @Test(arguments: Template.allCases)
  func `the samples that are connected are named, by init and by run`(template: Template) throws {
    let folder = try TemporaryFolder()
    let (printed, _) = folder.run(["init", "--template", template.rawValue, "-y"])
    let context = CommandContext(workingDirectory: folder.url.path, variables: [:])
    let checked = try CheckedRules.read(["."], in: context)
    let samples = SampleFiles.connected(checked, in: context)
    #expect(samples.count == template.samples.count + (template.calendar == nil ? 0 : 1))
    for sample in samples { #expect(printed.contains(sample), "\(printed)") }
    // With one row of a person's own, it is a sample no longer.
    guard let own = samples.last else {
      #expect(template == .home)
      return
    }
    try folder.write(own, try text(own, in: folder) + "\n")
    let changed = try CheckedRules.read(["."], in: context)
    #expect(SampleFiles.connected(changed, in: context) == samples.dropLast())
  }

  @Test func `where the input ends, nothing is written`() throws {
    let folder = try TemporaryFolder()
    let text = try answer(["flat", ""], in: folder)
    #expect(text.hasSuffix("error: the questions were not answered, and nothing was written\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  // MARK: What is left alone

  @Test(arguments: [
    (["init"], "error: `.` has rules already: `mine.opp`"),
    (["init", "mine.opp"], "error: `mine.opp` is a file"),
    (["init", "other"], "error: `other/data/plants.csv` is there already"),
    (["init", "new", "--home", "91,0"], "error: `91,0` is not a position"),
    (["init", "new", "--home", "0x10,0"], "error: `0x10,0` is not a position"),
    (["init", "new", "--home", "1,2,3"], "error: `1,2,3` is not a position"),
    (["init", "new", "--notify", "pigeon"], "error: `pigeon` is no way to notify"),
    (
      ["init", "new", "--notify", "https://a/\"{x}"], "error: `https://a/\"{x}` is no way to notify"
    ),
    (["init", "new", "--calendar", "none.ics"], "error: `none.ics` is neither a calendar file"),
    (
      ["init", "new", "--url", "http://ha:1"],
      "error: `--url` is the address of a Home Assistant, which `reminders` does not read"
    ),
    (["init", "new", "--template", "home", "--url", "ha"], "error: `ha` is not an address"),
    (["init", "new", "--notify", "mobile_app_x"], "error: `mobile_app_x` is no way to notify"),
    (
      ["init", "new", "--template", "home", "--notify", "mobile_app_x-y"],
      "error: `mobile_app_x-y` is no way to notify"
    ),
    (["init", "new", "--template", "boat"], "error: `boat` is not a value of `--template`"),
    (
      ["init", "new", "--template", "trips", "--zone", "UTC"],
      "error: the recording of `trips` is of America/New_York"
    ),
  ])
  func `nothing is lost, and nothing is written by halves`(words: [String], message: String) throws
  {
    let folder = try TemporaryFolder([
      "mine.opp": "opp \"Mine\" on 8:00\n", "other/data/plants.csv": "name\n",
    ])
    let (text, status) = folder.run(words)
    #expect(text.hasPrefix(message), "\(text)")
    #expect(status == .usage)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted()
    #expect(files == ["mine.opp", "other", "other/data", "other/data/plants.csv"])
  }
}

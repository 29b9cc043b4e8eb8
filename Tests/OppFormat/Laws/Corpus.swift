import Foundation
import OppSyntax
import OppTesting
import Testing

/// Sound texts of rules: the examples, and one text with every construct
enum Corpus {
  static let texts: [String] = [everything] + examples

  /// The files of rules below `examples`
  static let examples: [String] = {
    let folder = Repository.root.appending(path: "examples")
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    else { return [] }
    return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "opp" }
      .sorted { $0.path < $1.path }
      .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
  }()

  /// A Markdown page and the programs in it
  struct Page: Sendable, CustomTestStringConvertible {
    let name: String
    let programs: [String]

    var testDescription: String { name }
  }

  /// The pages of conformance and of the manual that have programs
  static let pages: [Page] = ["Tests/Conformance/Pages", "Sources/opp/Opp.docc"].flatMap {
    (path: String) -> [Page] in
    let folder = Repository.root.appending(path: path)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".md") }.sorted().compactMap { (name) -> Page? in
      guard
        let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
      else { return nil }
      let programs = ExampleDocument(text).programs
      return programs.isEmpty ? nil : Page(name: "\(path)/\(name)", programs: programs)
    }
  }

  /// What stands between empty lines in the texts: a declaration or a few, each a sound text too
  private static let paragraphs = texts.flatMap { text in
    text.split(separator: "\n\n").map(String.init).filter { parses($0) }
  }

  /// Two paragraphs, chosen by a seed
  static func sample(_ seed: Int) -> String {
    var random = SplitMix64(seed: UInt64(seed))
    let chosen = (0..<2).map { _ in
      paragraphs[Int.random(in: paragraphs.indices, using: &random)]
    }
    return chosen.joined(separator: "\n")
  }

  private static func parses(_ text: String) -> Bool {
    Parser.parse(SourceFile(path: "test.opp", text: text)).diagnostics.isEmpty
  }

  /// How often a random test is run
  static let count = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1" ? 10_000 : 80

  private static let everything = """
    // The words of the language, one by one.

    /// A pin.
    place home = @48.4284,-123.3656 within 150m  // a pin
    place shop = any "grocery store"
    let warm = temp >= 18C and not raining
    let score(d: Length, grams: Number = 3) = d / 1km * grams - -2 + - 3

    enum Mode { walk | foot, bike | cycle, bus, car, }
    source thermostat(room: Text = "hall")
      fresh for 15min  // older is unknown
      cost 2
    {
      inside: Temperature
      lists: [[Text]], heating: Bool
    }

    source plain { a: Number }
    source short(a, b: Number) fresh for 1h { c: Number }
    table chores by id, name {
      id: Text
      name, owner: Text

      due: Instant
    }

    set zone "America/Vancouver"
    set quiet 22:00..07:00
    connect weather to openmeteo()
    connect chores to csv("chores.csv", every: 5min, columns: { "id" :"Chore",   "n": [ "a","b" ], "k":3, }, only: {})

    let walk = total(rain, last 24h) < 1mm and change(pressure, since today + 00:00) otherwise 0hPa > -4hPa
    let chain = if a then b else if c == d then (e or f and not g) else h within last 12h for 2d
    let rows = any(tasks as u where u.id != t.id and u.begins < t.ends).field.other(x: [a, "b", 3])
    let when_at = sky not in [rain, drizzle] and weekday in fri..mon and name contains "x" and y is not z

    opp "One line" when near any "park" within 2km or near home

    opp "Every clause ✨" for each event in agenda where event.busy and not event.all_day
      on event.begins - 10min or (raining or snowing) or entering home within 1km or leaving home or every 2h or x changes or event added
      when event.title != "Stand-up" and (travelled(since began(moving)) > 5km or average(temp, last 1h) in 10C..20C)
      // A word about the place.
      near home within 500m for 2min
      notify "{event.title} \\u{1F3BF} {{}} {if a then "b" else "{c}"}" to ["Mum", me] with { a: 1, b: x.name }
      record trips {
        mode: walk
        distance: 12km
      }
      colour #3366CC
      at most 2 per 12h
      again every 1d
      snooze 30min
      urgent
      disabled
      // at most once
    test "everything"
      given sky = sunny, resort("Beech Mountain").new_snow = 12cm, busy = unknown
      at 2026-06-21T11:59-07:00  expect "One line" quiet
      at 2026-06-21T12:00Z  given tasks { id: "a", due: 2026-06-21 }, no tasks { id: "b" }  expect "Every clause ✨" for "a", 2 fires with "b"  // once
    // The end.
    """
}

import OppLint
import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// `opp check --fix` over rules that were written when a name with two meanings had the first of them
@Suite(.limited) struct AmbiguousNameFixTests {
  /// The files after the safe fixes, and the rules that they mean
  private func mended(_ texts: [String]) -> (texts: [String], meaning: [String]) {
    let files = texts.enumerated().map {
      SourceFile(path: "\($0).opp", text: $1, index: Int32($0))
    }
    let run = FixRun(
      RuleSet.analyze(files: files), files: files, upTo: .safe,
      analyze: { RuleSet.analyze(files: $0) }, lint: { _ in [] }, canChange: { _ in true })
    return (
      run.files.map { String(decoding: $0.bytes, as: UTF8.self) }, Self.meaning(run.analysis)
    )
  }

  private static func meaning(_ analysis: Analysis) -> [String] {
    #expect(analysis.diagnostics.filter { $0.severity == .error }.map(\.headline) == [])
    let printer = GraphText(analysis.graph)
    return analysis.graph.rules.map { printer.text($0) }
  }

  /// Rules of before beside rules with the same meaning that were valid then and are valid now
  private static let pairs: [(before: [String], meaning: [String])] = [
    // A source of one's own went before the prelude, in the files of other people as well.
    (
      [
        "source fridge { temp, feels_like: Temperature  sky: Text }",
        """
        let warm = temp > 8C and feels_like > 3C
        opp "A" when warm or temp < weather.temp and sky == "x" notify "{temp} {sky} {feels_like:.1}"
        """,
        "opp \"B\" when average(temp, last 1h) > 3C and age(temp) < 1h and change(temp, last 3h) > 2C",
      ],
      [
        "source fridge { temp, feels_like: Temperature  sky: Text }",
        """
        let warm = fridge.temp > 8C and fridge.feels_like > 3C
        opp "A" when warm or fridge.temp < weather.temp and fridge.sky == "x" notify "{fridge.temp} {fridge.sky} {fridge.feels_like:.1}"
        """,
        "opp \"B\" when average(fridge.temp, last 1h) > 3C and age(fridge.temp) < 1h and change(fridge.temp, last 3h) > 2C",
      ]
    ),
    // What the person, a let, a place or a table had went before the row of `for each`.
    (
      [
        """
        table chores by id { id: Text  due: Instant  busy: Bool  spot: Position  friends, noon: Number }
        let due = today + 18:00
        place spot = @52.1,5.1
        opp "A" for each c in chores when busy and now > due notify "{busy} {due}"
        opp "B" for each c in chores where due < now when near spot and any(agenda where title == c.id and ends > due)
        opp "C" for each c in chores on noon when count(friends) > 3
        """,
        "opp \"D\" on due when near spot",
      ],
      [
        """
        table chores by id { id: Text  due: Instant  busy: Bool  spot: Position  friends, noon: Number }
        let later = today + 18:00
        place yard = @52.1,5.1
        let people = friends
        let lunch = noon
        opp "A" for each c in chores when calendar.busy and now > later notify "{calendar.busy} {later}"
        opp "B" for each c in chores where due < now when near yard and any(agenda where title == c.id and ends > later)
        opp "C" for each c in chores on lunch when count(people) > 3
        """,
        "opp \"D\" on later when near yard",
      ]
    ),
    (
      ["opp \"A\" on event begins when not busy and free < 3h notify \"{event.title}\""],
      ["opp \"A\" on event begins when not calendar.busy and free < 3h notify \"{event.title}\""]
    ),
  ]

  @Test(arguments: pairs.indices)
  func `fixes write what the names meant`(index: Int) {
    let (before, meaning) = Self.pairs[index]
    let files = meaning.enumerated().map { SourceFile(path: "\($0).opp", text: $1) }
    let result = mended(before)
    // A declared place keeps its name in texts; its position is what it was.
    let expected = Self.meaning(RuleSet.analyze(files: files))
    #expect(result.meaning == expected, "\(result.texts.joined(separator: "\n---\n"))")
  }

  @Test func `fixes of many names that lie between each other are applied in one round`() {
    let names = (0..<30).map { "name\($0)" }
    let fields = names.map { "\($0): Number" }.joined(separator: "  ")
    let uses = (0..<3).map { number in
      "opp \"\(number)\" for each r in rows when "
        + names.map { "\($0) > 1" }.joined(separator: " and ")
    }
    let rules =
      "source own { \(fields) }\ntable rows by id { id: Text  \(fields) }\n"
      + uses.joined(separator: "\n")
    let (texts, _) = mended([rules])
    #expect(texts[0].split(separator: "own.").count == 91)
  }
}

import OppTestLimits
import OppTesting
import Testing

@testable import opp_site

/// The colours of rules and of outputs
@Suite(.limited) struct ColourTests {
  @Test(arguments: [
    (
      "opp \"A\" when temp > 20C // warm",
      "[keyword opp] [text \"A\"] [keyword when] temp > [number 20][unit C] [comment // warm]"
    ),
    (
      "notify \"{temp:.1} <b>\"",
      "notify [text \"]{temp:[number .1]}[text  <b>\"]"
    ),
    ("let a = 1h30m", "[keyword let] a = [number 1][unit h][number 30][unit m]"),
  ])
  func `words have the classes that the parser gives them`(text: String, colours: String) {
    #expect(described(RuleColours.markup(text)) == colours)
  }

  @Test func `no character of a text is lost`() throws {
    for example in ["opportunity/weather", "opportunity/time", "trips/tracking", "flat/flat"] {
      guard let text = try? Repository.text("examples/\(example).opp") else { continue }
      #expect(SiteFixture.text(RuleColours.markup(text)) == text)
    }
    for text in ["opp \"", "}}{{ <&>", "\u{0}é\u{301}✨", ""] {
      #expect(SiteFixture.text(RuleColours.markup(text)) == text)
    }
  }

  @Test(arguments: [
    ("$ opp test", "[prompt $ ][command opp test]"),
    ("error: no (missing-unit)", "[error error]: no (→missing-unit)"),
    ("warning: odd (not-there)", "[warning warning]: odd (not-there)"),
    ("  │   ^^ here", "  │   [error ^^ here]"),
    ("1 │ a ^ b", "1 │ a ^ b"),
    ("  │   -- there", "  │   [label -- there]"),
    ("  = help: write `1C`", "  [help = help:] write `1C`"),
    ("  ✓ sky == sunny", "  [true ✓] sky == sunny"),
    ("  ✗ a", "  [false ✗] a"),
    ("  ? a", "  [unknown ?] a"),
    ("ok      \"a\"", "[true ok]      \"a\""),
    ("exit 1", "[exit exit 1]"),
    ("a < b", "a < b"),
  ])
  func `printed lines have classes`(line: String, colours: String) {
    var output = OutputColours { $0 == "missing-unit" ? "x" : nil }
    #expect(described(output.markup(line)) == colours)
  }

  @Test func `an underline has the colour of its message`() {
    var output = OutputColours { _ in nil }
    let found = output.markup("warning: w (a-b)\n  │ ^\nerror: e (c-d)\n  │ ^")
    #expect(
      described(found)
        == "[warning warning]: w (a-b)\n  │ [warning ^]\n[error error]: e (c-d)\n  │ [error ^]")
  }

  /// Spans as `[class text]`, links as `→text`
  private func described(_ markup: String) -> String {
    SiteFixture.text(
      markup.replacing(/<span class="[a-z]+-([a-z]+)">/) { "[\($0.output.1) " }
        .replacing("</span>", with: "]").replacing(/<a [^>]*>/, with: "→"))
  }
}

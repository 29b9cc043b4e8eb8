import OppFormat
import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import OppTestLimits
import Testing

/// What holds for any text, tried on random ones
@Suite("Laws of formatting", .limited)
struct FormatLawTests {
  @Test(arguments: Corpus.texts) func `sound texts stay sound`(text: String) {
    checkLawsOfSoundText(text)
  }

  @Test(arguments: Corpus.pages)
  func `programs of the pages keep their meaning, and twice is once`(page: Corpus.Page) {
    for program in page.programs {
      let result = format(program)
      checkLaws(program, result)
      #expect(result.outcome == .formatted, "\(program)")
      // Pages show mistakes too.
      let before = RuleSet.analyze(program)
      guard !before.hasErrors else { continue }
      checkLawsOfSoundText(program)
      let after = RuleSet.analyze(result.text)
      #expect(!after.hasErrors, "\(result.text)")
      #expect(before.graph.nodes == after.graph.nodes, "\(program)")
      #expect(before.graph.rules == after.graph.rules, "\(program)")
    }
  }

  @Test func `white space and comments change no word and lose no comment`() {
    for seed in 0..<Corpus.count {
      var disturbance = Disturbance(seed: UInt64(seed))
      let text = Corpus.sample(seed)
      checkLawsOfSoundText(disturbance.disturbed(text, withComments: seed % 3 != 0))
    }
  }

  @Test func `spaces within lines never matter`() {
    for (seed, text) in Corpus.texts.enumerated() {
      var random = SplitMix64(seed: UInt64(seed))
      let formatted = format(text).text
      var spaced: [String] = []
      for line in formatted.split(separator: "\n", omittingEmptySubsequences: false) {
        let isPlain = !line.contains("\"") && !line.contains("//")
        let spaces = String(repeating: " ", count: Int.random(in: 1...3, using: &random))
        spaced.append(isPlain ? String(line).replacing(" ", with: spaces) : String(line))
      }
      #expect(format(spaced.joined(separator: "\n")).text == formatted)
    }
  }

  @Test func `damaged texts lose nothing, and twice is once`() {
    for seed in 0..<Corpus.count {
      var damage = Damage(seed: UInt64(seed))
      let text = Corpus.sample(seed)
      let damaged = damage.damaged(text)
      let result = format(damaged)
      #expect(result.outcome == .formatted, "\(damaged)")
      checkLaws(damaged, result)
    }
  }

  @Test func `prefixes of a text are formatted without a trap`() {
    let text = Corpus.texts[0]
    for length in stride(from: 0, to: text.utf8.count, by: 37) {
      let prefix = String(decoding: Array(text.utf8.prefix(length)), as: UTF8.self)
      checkLaws(prefix, format(prefix))
    }
  }

  @Test func `bytes that are no text are kept`() {
    let bytes: [UInt8] = Array("let  a = 1 // ".utf8) + [0xFF, 0xC3]
    let result = Formatter.format(SourceFile(path: "test.opp", bytes: bytes))
    #expect(result.outcome == .unreadable)
    #expect(result.bytes == bytes)
  }

  @Test func `deep nesting is kept or reported, never a trap`() {
    for depth in [100, 250, 300, 10_000] {
      for (open, close) in [("(", ")"), ("[", "]"), ("not ", ""), ("-", ""), ("f(", ")")] {
        let text =
          "let a = " + String(repeating: open, count: depth) + "x"
          + String(repeating: close, count: depth) + "\nlet  b = 1\n"
        let result = format(text)
        #expect(result.outcome == .formatted)
        #expect(result.text.hasSuffix("let b = 1\n"))
        checkLaws(text, result)
      }
    }
  }
}

import OppFormat
import OppTesting
import OppTestLimits
import Testing

@testable import OppSyntax

/// What holds for every sentence of the grammar
@Suite("Formatting random sentences", .limited)
struct SentenceFormatTests {
  /// Sentences, all of which the parser accepts
  private func sentences(of production: String, count: Int, seed: UInt64) throws -> [String] {
    let grammar = try Grammar(Repository.text("grammar/opp.ebnf"))
    let words = Array(grammar.words)
    var generator = SentenceGenerator(grammar, seed: seed) {
      nearestSpelling(of: $0, in: words) != nil
    }
    return (0..<count).map { generator.sentence(of: production, depth: 8 + $0 % 14) }
  }

  @Test func `sentences of the grammar keep their words and their trees`() throws {
    for sentence in try sentences(of: "declaration", count: Corpus.count, seed: 2) {
      checkLawsOfSoundText(sentence)
    }
  }

  @Test func `files of the grammar keep their words and their trees`() throws {
    for sentence in try sentences(of: "file", count: Corpus.count / 30, seed: 3) {
      checkLawsOfSoundText(sentence)
    }
  }

  @Test func `white space and comments in sentences change no word and lose no comment`() throws {
    let sentences = try sentences(of: "declaration", count: Corpus.count, seed: 4)
    for (number, sentence) in sentences.enumerated() {
      var disturbance = Disturbance(seed: UInt64(number))
      checkLawsOfSoundText(disturbance.disturbed(sentence, withComments: number % 3 != 0))
    }
  }

  @Test func `programs made for the evaluator keep their words and their trees`() {
    for seed in 0..<Corpus.count / 30 {
      checkLawsOfSoundText(RandomProgram(seed: UInt64(seed)).text)
    }
  }
}

/// The words of all patterns of the phrasebook, which have numbers there
///
/// A pattern has choices, as `is|are|was` and `@more`; most are of one word. A word of a line has the choices that it is in.
struct PhraseVocabulary {
  /// The number of each choice, by its text in a pattern
  private var choices: [Substring: PhrasePattern.Choice] = [:]

  /// The choices that each word is in
  private var choicesOfWord: [String: [PhrasePattern.Choice]] = [:]

  /// The names of places, by their numbers
  private(set) var names: [String] = []

  /// The choice of the aggregates of rows
  private(set) var aggregates: PhrasePattern.Choice = 0

  init() { aggregates = choice("@aggregate") }

  /// The number of choices
  var choiceCount: Int { choices.count }

  /// The number of the choice of `a|b`
  mutating func choice(_ text: Substring) -> PhrasePattern.Choice {
    if let known = choices[text] { return known }
    let choice = PhrasePattern.Choice(truncatingIfNeeded: choices.count)
    choices[text] = choice
    for word in Self.words(of: text) { choicesOfWord[word, default: []].append(choice) }
    return choice
  }

  /// The number of the name of a place
  mutating func name(_ text: Substring) -> PhrasePattern.Name {
    if let known = names.firstIndex(where: { $0 == text }) {
      return PhrasePattern.Name(truncatingIfNeeded: known)
    }
    names.append(String(text))
    return PhrasePattern.Name(truncatingIfNeeded: names.count - 1)
  }

  /// The choices that a word in small letters is in
  func choices(of word: String) -> [PhrasePattern.Choice] { choicesOfWord[word] ?? [] }

  /// `a` and `b` of `a|b`
  private static func words(of text: Substring) -> [String] {
    switch text {
    case "BAR": ["|"]
    case "BARS": ["||"]
    // Spreadsheets of many countries write `;` between arguments.
    case ",": [",", ";"]
    default:
      text.utf8.split(separator: UInt8(ascii: "|")).flatMap { word in
        PhraseWords.all[String(Substring(word))] ?? [String(Substring(word))]
      }
    }
  }
}

internal import OppModel
internal import OppSyntax

/// The rule `guessable-topic`
///
/// ```
/// found     ntfy("https://ntfy.sh/home"), ntfy("https://ntfy.sh/mias-kitchen")
/// silent    ntfy("https://ntfy.sh/opp-x7Kq2pZ9")              a part with six characters that are no word
///           ntfy("https://ntfy.example.org/home")             a server of one's own
///           ntfy("https://ntfy.sh/home", token: env("T"))
/// ```
enum GuessableTopic {
  static let rule = LintRule(
    name: "guessable-topic", category: .security, severity: .warning, precision: .high,
    page: LintPage(
      headline: "who guesses the topic `home` reads everything",
      why: """
        On a public server of ntfy, a topic has no other protection than its name: who knows it reads the notices and
        can send some. Take a name with at least six random characters from the environment, or a token.
        """,
      bad: """
        connect notifications to ntfy("https://ntfy.sh/home")
        opp "Tea" on 16:00
        """,
      good: """
        connect notifications to ntfy(env("NTFY_URL"))
        opp "Tea" on 16:00
        """,
      related: ["secret-in-address", "position-leaves"])
  ) { subject, findings in
    for text in subject.connectedTexts where !text.hasCredentials {
      guard let address = LintedAddress(text.text), address.isPublicNtfy, address.user == nil,
        let topic = address.segments.last, !isRandom(topic)
      else { continue }
      findings.report(
        text.range, "who guesses the topic `\(topic)` reads everything",
        helps: ["write `env(\"NTFY_URL\")`, with a topic of random characters"])
    }
  }

  /// `true` if a part of a topic has six characters that are no word
  ///
  /// `x7Kq2pZ9` changes between digits, capitals and small letters seven times; `kitchen` never does, and has vowels.
  private static func isRandom(_ topic: String) -> Bool {
    topic.split { !$0.isLetter && !$0.isNumber }.contains { part in
      guard part.count >= 6 else { return false }
      var turns = 0
      var vowels = 0
      var letters = 0
      var last: Int?
      for character in part {
        let kind = character.isNumber ? 0 : character.isUppercase ? 1 : 2
        if let last, last != kind { turns += 1 }
        last = kind
        if character.isLetter { letters += 1 }
        if "aeiouyAEIOUY".contains(character) { vowels += 1 }
      }
      // Three changes of kind, or six letters with hardly a vowel among them.
      return turns >= 3 || (letters >= 6 && vowels * 6 < letters)
    }
  }
}

extension LintedAddress {
  /// `true` for the servers of ntfy that anybody may use
  fileprivate var isPublicNtfy: Bool {
    [
      "ntfy.sh", "www.ntfy.sh", "ntfy.envs.net", "ntfy.mzte.de", "ntfy.hostux.net",
      "ntfy.adminforge.de", "ntfy.tedomum.fr", "ntfy.dc09.ru",
    ].contains(host)
  }
}

import OppLanguageServer
import OppTestLimits
import Testing

@Suite(.limited) struct SignatureHelpTests {
  /// The active signature, with its active parameter in brackets
  private func help(_ marked: String) -> String? {
    let example = FeatureCase(
      "let score(far: Length, grams: Number) = far / 1km * grams\n" + marked)
    guard let help = example.snapshot.signatureHelp(at: example.offset, in: 0) else { return nil }
    let signature = help.signatures[help.active]
    var bytes = Array(signature.label.utf8)
    if let active = help.activeParameter {
      bytes.insert(contentsOf: Array("]".utf8), at: signature.parameters[active].upperBound)
      bytes.insert(contentsOf: Array("[".utf8), at: signature.parameters[active].lowerBound)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("let x = score(‸", "score([far: Length], grams: Number)"),
    ("let x = score(3km, ‸)", "score(far: Length, [grams: Number])"),
    ("let x = score(grams: ‸, far: 3km)", "score(far: Length, [grams: Number])"),
    ("let x = score(3km, 4, ‸)", "score(far: Length, grams: Number)"),
    ("let x = stock(\"a\", it‸", "stock(store: Text, [item: Text])"),
    ("let x = average(temp, ‸)", "average(x, [last D])"),
    ("let x = average(‸)", "average([values])"),
    ("let x = count(trips where any(‸))", "any([rows])"),
    ("let x = weather(‸).temp", "weather([place: Position])"),
    (
      "connect location to fixed(‸)", "fixed([position: a position])"
    ),
    (
      "connect x to caldav(user: ‸)",
      "caldav(url: a text, [user: a text], password: a secret, from the environment, "
        + "me: a text, optional, calendars: a text, optional, except: a text, optional)"
    ),
  ])
  func `a call is shown`(place: String, expected: String) {
    #expect(help(place) == expected)
  }

  @Test(arguments: ["let x = ‸score(1km, 2)", "let x = nothing(‸)", "opp \"A\" when ‸ near home"])
  func `elsewhere nothing is shown`(place: String) {
    #expect(help(place) == nil)
  }
}

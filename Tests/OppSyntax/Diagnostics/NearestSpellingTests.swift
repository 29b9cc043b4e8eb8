import OppTestLimits
import Testing

@testable import OppSyntax

@Suite(.limited) struct NearestSpellingTests {
  @Test func `a slip or two still find the word`() {
    let words = ["notify", "colour", "when", "near", "record", "on", "temp", "temperature"]
    let table: [(String, String?)] = [
      ("notfy", "notify"), ("nofity", "notify"), ("color", "colour"), ("whne", "when"),
      ("wehn", "when"), ("Notify", "notify"), ("NOTIFY", "notify"), ("temprature", "temperature"),
      ("temp", "temp"), ("tmp", "temp"), ("banana", nil), ("", nil), ("x", nil), ("no", "on"),
      ("rceord", "record"),
    ]
    for (word, expected) in table {
      #expect(nearestSpelling(of: word, in: words) == expected, "\(word)")
    }
  }
}

import OppSyntax
import OppTestLimits
import Testing

/// Words of the language that are declared as names
@Suite(.limited) struct RefusedNameTests {
  private func codes(_ text: String) -> [String] {
    Parser.parse(SourceFile(path: "rules.opp", text: text)).diagnostics.map(\.code)
  }

  @Test(arguments: ["last", "next", "since", "for", "each", "where", "within", "near", "any"])
  func `a refused name is reported where it is declared, and nowhere else`(word: String) {
    let rules = """
      opp "A" on 8:00 when 2 > \(word) notify "{\(word)} and {\(word).weekday}"
      let \(word) = today.month_end
      opp "B" on 8:00 when today == \(word) - 1d or \(word) > today
      let other = \(word) + 1d
      """
    #expect(codes(rules) == ["missing-name"])
  }

  @Test func `the word keeps its own meaning beside a name`() {
    #expect(
      codes(
        """
        let last = 3
        let near = 4
        place home = @52.1,5.1
        opp "A" when average(temp, last 1h) > 20C and near home and last > near
        """) == ["missing-name", "missing-name"])
  }

  @Test func `without such a name the word is reported where it stands`() {
    #expect(codes("opp \"A\" when 2 > last") != [])
  }
}

import OppTestLimits
import Testing

@testable import opp_site

/// The picture of a day, from the lines of a report
@Suite(.limited) struct DayPictureTests {
  private let report = """
    {"type":"truth","opp":"B","truth":"true","from":"2026-06-21T00:00:00Z","to":"2026-06-22T00:00:00Z"}
    {"type":"truth","opp":"A","truth":"false","from":"2026-06-21T00:00:00Z","to":"2026-06-21T12:00:00Z"}
    {"type":"truth","opp":"A","truth":"true","from":"2026-06-21T12:00:00Z","to":"2026-06-22T00:00:00Z"}
    {"type":"truth","opp":"A","part":"x < 1","truth":"unknown","from":"2026-06-21T00:00:00Z","to":"2026-06-21T06:30:00Z"}
    {"type":"truth","opp":"A","part":"x < 1","truth":"true","from":"2026-06-21T06:30:00Z","to":"2026-06-22T00:00:00Z"}
    {"type":"firing","opp":"A","at":"2026-06-21T12:00:00Z","text":"Go & see."}
    """

  @Test func `lanes show truth by their shape and in words, the parts first`() throws {
    let markup = try DayPicture(of: "A", in: report).markup
    let labels = markup.matches(of: /aria-label="([^"]*)"/).map { SiteFixture.text($0.output.1) }
    #expect(
      labels == ["x < 1: true 6:30 to 24:00; unknown 0:00 to 6:30", "A: true 12:00 to 24:00"])
    #expect(markup.contains("<path class=\"unknown\" d=\"M0 5H390V11H0z\"/>"))
    #expect(markup.contains("<path class=\"true\" d=\"M720 1H1440V15H720z\"/>"))
    #expect(markup.contains("<path class=\"firing\" d=\"M720 0V16\"/>"))
    #expect(markup.contains("fires at 12:00: Go &amp; see."))
  }

  @Test func `an Opp that is not there fails`() {
    #expect(throws: SiteFailure.self) { try DayPicture(of: "C", in: report) }
    #expect(throws: SiteFailure.self) { try DayPicture(of: "A", in: "no report") }
  }
}

import OppModel
import OppTestLimits
import Testing

@testable import OppOutputs

@Suite(.limited) struct MarkupTests {
  @Test func `texts cannot end what they are in`() {
    #expect(Markup.escaped("a < b & \"c\" > d") == "a &lt; b &amp; &quot;c&quot; &gt; d")
    #expect(Markup.escaped("bell\u{7} and \u{202E}turned") == "bell\u{FFFD} and \u{FFFD}turned")
    #expect(Markup.escaped("Milk 🥛 für l'été") == "Milk 🥛 für l'été")
  }

  @Test(
    arguments: [
      (0, "0"), (1.04, "1"), (1.05, "1.1"), (-2.25, "-2.3"), (99.96, "100"), (-0.04, "0"),
      (.infinity, "0"), (1e300, "0"),
    ] as [(Double, String)])
  func `numbers have one decimal at most`(number: Double, text: String) {
    #expect(Markup.number(number) == text || Markup.number(number) == "-0" && text == "0")
  }

  @Test func `counts have their words`() {
    #expect(Markup.counted(1, "firing", "firings") == "1 firing")
    #expect(Markup.counted(1234, "firing", "firings") == "1,234 firings")
    #expect(Markup.grouped(1_234_567) == "1,234,567")
  }

  @Test func `paths are relative after their beginning`() {
    #expect(Markup.lines([3..<5, 10..<11], y: 17) == "M3 17h2m5 0h1")
    #expect(Markup.lines([], y: 17) == "")
    #expect(Markup.dots([3, 3, 10], y: 4, x: 100) == "M103 4h0m7 0h0")
  }

  @Test func `colours stand out from the page in both themes`() {
    let colours = Colour.named.map { $0.rgb } + ReportColours.palette + [0, 0xFFFFFF, 0x808080]
    for colour in colours {
      let light = ReportColours.shown(colour, isDark: false)
      let dark = ReportColours.shown(colour, isDark: true)
      #expect(ReportColours.contrast(light, ReportColours.lightPage) >= 3)
      #expect(ReportColours.contrast(dark, ReportColours.darkPage) >= 3)
    }
    // From the table of WCAG's examples: #777777 on white is 4.48.
    #expect((ReportColours.contrast(0x777777, 0xFFFFFF) - 4.478).magnitude < 0.01)
    #expect((ReportColours.contrast(0, 0xFFFFFF) - 21).magnitude < 0.001)
    #expect(ReportColours.shown(0x0072B2, isDark: false) == 0x0072B2)
  }
}

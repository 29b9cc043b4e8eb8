import OppTestLimits
import Testing

@testable import OppModel

/// A text that is put together from pieces is what Strings that are added to one another are
@Suite(.limited) struct TextBuilderTests {
  @Test func `pieces follow one another`() {
    var (builder, text) = (TextBuilder(), "")
    for piece in ["", "21°C", ", ", "é", "🏔", "a text that is longer than fifteen bytes", ""] {
      builder.append(piece)
      text += piece
      #expect(builder.text == text && builder.count == text.utf8.count)
    }
    builder.append("x")
    #expect(builder.text(from: text.utf8.count) == "x")
  }

  @Test func `numbers are written in their digits`() {
    for number in [0, 9, 10, 59, 100, 1_000_007, -1, -40, .max, .min] as [Int64] {
      var builder = TextBuilder()
      builder.append(number)
      #expect(builder.text == String(number))
    }
  }

  @Test func `a part of a longer text can be another String`() {
    // One that is bridged or cut out has its bytes elsewhere, or not at its beginning.
    let whole = "free for 1 h 30 min, then busy"
    var builder = TextBuilder()
    builder.append(String(whole.dropFirst(9).prefix(10)))
    #expect(builder.text == "1 h 30 min")
  }

  @Test func `another text begins with nothing`() {
    var builder = TextBuilder()
    builder.append("temp")
    builder.begin()
    #expect(builder.text.isEmpty)
    builder.append("rain")
    #expect(builder.text == "rain")
  }
}

import OppTestLimits
import OppTesting
import Testing

@testable import OppSyntax

@Suite(.limited) struct CellCountTests {
  /// The table is made by `make_cells.py` with an independent implementation
  @Test func `a text takes the cells that a terminal gives it`() throws {
    let table = try Repository.text("Tests/OppSyntax/Diagnostics/Tables/cells.txt")
    var count = 0
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      let columns = line.split(separator: " ", omittingEmptySubsequences: false)
      let scalars = columns.dropFirst(2).prefix { !$0.isEmpty }.compactMap { UInt32($0, radix: 16) }
      var text = ""
      text.unicodeScalars += scalars.compactMap { Unicode.Scalar($0) }
      #expect("\(text.cellCount)" == columns[0], "\(line)")
      count += 1
    }
    #expect(count > 30)
  }

  @Test(arguments: [
    ("Milk", 6, "Milk  "), ("日本", 6, "日本  "), ("👩‍👩‍👧", 3, "👩‍👩‍👧 "), ("long", 2, "long"),
  ])
  func `a text is padded in cells`(text: String, width: Int, padded: String) {
    #expect(text.padded(to: width) == padded)
  }

  @Test(arguments: [
    ("Milk", 4, "Milk"), ("Milk", 3, "Mi…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
    ("日本語", 4, "日…"), ("🇩🇪🇫🇷", 3, "🇩🇪…"),
  ])
  func `a text is cut between characters`(text: String, width: Int, cut: String) {
    #expect(text.cut(to: width) == cut)
  }
}

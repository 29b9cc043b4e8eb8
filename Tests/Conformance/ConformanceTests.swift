import Foundation
import OppTesting
import OppTestLimits
import Testing

@Suite(.limited) struct ConformanceTests {
  @Test(arguments: try pages(below: "Tests/Conformance/Pages"))
  func `every program of the page prints what the page says`(page: String) throws {
    try checkPage(page)
  }

  @Test(arguments: try pages(below: "Sources/opp/Opp.docc"))
  func `every example of the language reference prints what it says`(page: String) throws {
    try checkPage(page)
  }

  /// The commands of the pages that run on the examples' own data, one by one
  @Test(arguments: try commands(of: ["README.md"] + pages(below: "examples")))
  func `every command of the README and the examples' pages prints what it says`(
    page: String, line: Int
  ) throws {
    try checkPage(page, commandAt: line)
  }
}

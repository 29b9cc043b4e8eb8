import Foundation
import OppTestLimits
import Testing

@testable import opp_site

/// The index of the search, section by section
@Suite(.limited) struct SearchIndexTests {
  @Test func `a section has its prose, and those words of its code that the prose has not`() throws
  {
    let document = Document(
      path: "manual/a/", title: "A", summary: [.text("In "), .code("short"), .text(".")],
      passages: [
        Passage(block: .heading(level: 2, anchor: "B-c", text: "B c")),
        Passage(block: .list(isOrdered: true, items: [[.paragraph([.text("One")])]])),
        Passage(
          block: .table(hasHeader: false, rows: [[[.paragraph([.strong([.text("two")])])]]])),
        Passage(block: .code(syntax: "opp", text: "one TWO temp > 20C temp")),
      ], trail: [])
    let json = String(decoding: try SearchIndex([document]).encoded(), as: UTF8.self)
    #expect(
      json
        == #"{"entries":[[0,"","","In short.",""],[0,"B c","B-c"," One two","temp 20c"]],"pages":[["manual/a/","A"]]}"#
    )
  }

  @Test func `synonyms and the thesaurus stand behind the pages`() throws {
    let index = SearchIndex(
      [], synonyms: [["mean", "manual/windows/"]], thesaurus: [["mean", "average, avg"]])
    let json = String(decoding: try index.encoded(), as: UTF8.self)
    #expect(
      json
        == #"{"entries":[],"pages":[],"synonyms":[["mean","manual/windows/"]],"thesaurus":[["mean","average, avg"]]}"#
    )
  }
}

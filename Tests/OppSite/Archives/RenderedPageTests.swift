import Foundation
import OppTestLimits
import Testing

@testable import opp_site

/// Pages as `docc` writes them, and what makes the build fail
@Suite(.limited) struct RenderedPageTests {
  /// Reads a page with some content, as the words of what is found or of the failure
  private func read(_ content: String, references: String = "") throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "opp-site-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = """
      {"identifier": {"url": "doc://opp/documentation/Opp/Page"}, "metadata": {"title": "Page"},
       "primaryContentSections": [{"kind": "content", "content": [\(content)]}],
       "references": {\(references)}}
      """
    try Data(text.utf8).write(to: file)
    do {
      return "\(try RenderedPage.read(file).blocks)"
    } catch {
      return error.description.components(separatedBy: ".json: ").last ?? ""
    }
  }

  @Test(arguments: [
    (#"{"type": "video"}"#, "the block `video` is not known"),
    (
      #"{"type": "paragraph", "inlineContent": [{"type": "superscript"}]}"#,
      "the text `superscript` is not known"
    ),
    (
      #"{"type": "table", "header": "column", "rows": []}"#,
      "a table with the header `column` is not known"
    ),
    (
      #"{"type": "paragraph", "inlineContent": [{"type": "reference", "identifier": "doc://x"}]}"#,
      "the link `doc://x` leads nowhere"
    ),
    (
      #"{"type": "unorderedList", "items": [{"content": [{"type": "aside"}]}]}"#,
      "the block `aside` is not known"
    ),
  ])
  func `what is not known fails with its name`(content: String, words: String) throws {
    #expect(try read(content) == words)
  }

  @Test func `a reference of an unknown kind fails`() throws {
    let image = #""i": {"type": "image", "url": "i.png", "title": "i"}"#
    #expect(try read("", references: image) == "the reference `image` is not known")
  }

  @Test(arguments: [
    ("topic", "/documentation/opp/store#Locks", Destination.page(name: "store", anchor: "Locks")),
    ("topic", "/documentation/opp", .page(name: "opp", anchor: nil)),
    ("link", "https://ntfy.sh", .address("https://ntfy.sh")),
    ("link", "../../../grammar/opp.ebnf", .checkout("grammar/opp.ebnf")),
  ])
  func `a link has its target`(kind: String, url: String, destination: Destination) throws {
    let text = #"{"type": "\#(kind)", "url": "\#(url)", "title": "x"}"#
    let found = try JSONDecoder().decode(RenderedReference.self, from: Data(text.utf8))
    #expect(found.destination == destination)
    #expect(found.title == [.text("x")])
  }

  @Test func `the titles of links in summaries come from the Markdown`() {
    let found = RenderedReference.addresses(in: "From [`gpsd`](https://gpsd.io) and [x](doc:X).")
    #expect(found.mapValues(\.title) == ["https://gpsd.io": [.code("gpsd")]])
  }
}

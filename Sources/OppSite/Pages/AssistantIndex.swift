/// The index of the site for programs that write rules on behalf of a person: `llms.txt`
///
/// It has the form of [llmstxt.org](https://llmstxt.org): a title, a summary, and lists of links, each with a description.
struct AssistantIndex {
  let documents: [Document]
  let topics: [Document.Siblings]

  /// The text of the file; all links lead to pages as Markdown
  var text: String {
    let pages = Dictionary(documents.map { ($0.path, $0) }) { first, _ in first }
    var text = """
      # Opp

      > Opp is a small declarative language for reminders about the weather, the calendar, places and data of one's own. A rule fires at the second at which its condition becomes true; what is not known is neither false nor zero.

      To check an answer: `opp check` reports mistakes with what to write instead, `opp lint` what is probably wrong, and `opp test` runs the tests beside the rules; the same is done at [the playground](play/). Every quantity has a unit.

      ## To write rules at once

      - [Language index](manual/functionindex/index.md): every operator, function, name and word with its types
      - [Grammar](checkout/grammar/opp.ebnf): the syntax in EBNF
      - [What is built in](manual/prelude/index.md): the sources, tables and types of the prelude
      - [Tour](tour/index.md): seventeen lessons, each with its answer
      - [Compiler errors](diagnostics/index.md): each message with an example that is mended


      """
    for topic in topics {
      text += "## \(topic.title)\n\n"
      for page in topic.pages {
        let summary = pages[page.path]?.summary.words ?? ""
        text += "- [\(page.title)](\(page.path)index.md): \(summary)\n"
      }
      text += "\n"
    }
    return text
  }
}

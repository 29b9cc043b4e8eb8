internal import OppJSON
internal import OppSemantics
internal import OppSyntax

/// `textDocument/hover`
struct HoverRequests {
  let context: RequestContext

  /// The time for which a hover waits for a replay, in milliseconds
  private static let replayTimeLimit: Int64 = 3000

  func hover(_ parameters: Parameters) throws(ResponseError) -> LongRequest.Work {
    let file = try context.file(parameters)
    let offset = file.offset(of: try parameters.position())
    let hover = file.snapshot.hover(at: offset, in: file.index)
    let why = why(at: offset, in: file)
    let start = context.now
    return LongRequest.Work(file) { () throws(ResponseError) -> String? in
      guard let why else {
        return hover.map { hoverResult($0.markdown, $0.range, file) } ?? "null"
      }
      let text = why.text.step()
      if text == nil, context.now - start < Self.replayTimeLimit { return nil }
      // The replay goes on with the next hover.
      let said = text ?? "The replay of the recording is not finished yet."
      let parts = [hover?.markdown, said.isEmpty ? nil : said].compactMap { $0 }
      if parts.isEmpty { return "null" }
      return hoverResult(
        parts.joined(separator: "\n\n"), hover?.range ?? why.range, file)
    }
  }

  /// A `Hover` with the range that it is about
  private func hoverResult(
    _ markdown: String, _ range: SourceRange, _ file: RequestedFile
  ) -> String {
    JSONText.object { json in
      json.key("contents")
      MarkupContent(markdown).write(for: context.client, &json)
      json.member("range", raw: file.writer.range(range))
    }
  }

  /// The explanation of the text at the pointer, in Markdown; `nil` if there is nothing to explain
  private func why(
    at offset: Int32, in file: RequestedFile
  ) -> (text: Sliced<String>, range: SourceRange)? {
    guard let replays = context.replays else { return nil }
    let snapshot = file.snapshot
    if let demand = demand(at: offset, in: file, replays) { return demand }
    guard !snapshot.analysis.hasErrors else { return nil }
    let lens = snapshot.lenses(of: file.index).first {
      $0.range.start <= offset && offset <= $0.range.end
    }
    var question = lens.map { ExplanationQuestion(opp: $0.opp, at: context.settings.now) }
    var range = lens?.range
    if question == nil, let opp = snapshot.opp(withConditionAround: offset, in: file.index),
      let part = snapshot.expression(at: offset, in: file.index)
    {
      question = ExplanationQuestion(opp: opp, part: part, at: context.settings.now)
      range = part
    }
    guard let question, let range else { return nil }
    let answer = replays.explanation(snapshot, file.state.root, question)
    return (
      Sliced { answer.step().map { $0.text.isEmpty ? "" : "```\n\($0.text)\n```" } }, range
    )
  }

  /// The requests of a day for the connection at an offset, or `nil` if there is none
  private func demand(
    at offset: Int32, in file: RequestedFile, _ replays: ReplayServices
  ) -> (text: Sliced<String>, range: SourceRange)? {
    let declaration = file.snapshot.tree(at: file.index).file.declarations.first {
      $0.range.start <= offset && offset <= $0.range.end
    }
    guard case .connection(let view)? = declaration,
      let name = view.names.first(where: { $0.range.end >= offset }) ?? view.names.first
    else { return nil }
    let words = replays.demand(file.snapshot, file.state.root)[name.text]
    return (Sliced(done: words ?? ""), name.range)
  }
}

internal import OppJSON
internal import OppSyntax

/// `textDocument/completion`, `completionItem/resolve` and `textDocument/signatureHelp`
///
/// They read the text as it is now and the names of the last check, so that they need not wait for the next. A rule set
/// in which other texts have changed, too, is checked before, unless it is large.
struct CompletionRequests {
  let context: RequestContext

  func completion(_ parameters: Parameters) throws(ResponseError) -> String {
    let (file, text) = try latestFile(parameters)
    let offset = text.offset(of: try parameters.position(), context.client.encoding)
    let list = file.snapshot.completions(
      at: Int32(clamping: offset), in: file.index, text: text.bytes)
    let replaced = PlaceWriter.range(
      text.range(of: Int(list.replaced.start)..<Int(list.replaced.end), context.client.encoding))
    let uri = file.snapshot.files[file.index].uri
    return JSONText.object { json in
      json.member("isIncomplete", raw: list.isIncomplete ? "true" : "false")
      json.key("items")
      json.array { array in
        for (index, item) in list.items.enumerated() {
          array.object { write(item, index, replaced: replaced, uri: uri, &$0) }
        }
      }
    }
  }

  /// Writes one item
  ///
  /// The place in the list is the `sortText`, for clients sort by it: they would put `zone` behind `area` though it
  /// fits better.
  private func write(
    _ item: CompletionItem, _ index: Int, replaced: String, uri: String, _ json: inout JSONText
  ) {
    let snippet = context.client.hasSnippets ? item.snippet : nil
    json.member("label", string: item.label)
    json.member("kind", raw: "\(Self.kind(item.kind))")
    if !item.detail.isEmpty { json.member("detail", string: item.detail) }
    json.member("sortText", string: CompletionList.sortKey(index))
    if snippet != nil { json.member("insertTextFormat", raw: "2") }
    json.key("textEdit")
    json.object { edit in
      edit.member("range", raw: replaced)
      edit.member("newText", string: snippet ?? item.text ?? item.label)
    }
    guard let key = item.key else { return }
    json.key("data")
    json.object { data in
      data.member("uri", string: uri)
      data.member("key", string: key)
    }
  }

  /// The number of the protocol for a kind
  private static func kind(_ kind: CompletionItem.Kind) -> Int {
    switch kind {
    case .function: 3
    case .field: 5
    case .variable: 6
    case .source: 9
    case .table: 7
    case .connector: 9
    case .parameter: 6
    case .setting: 10
    case .unit: 11
    case .type: 13
    case .keyword: 14
    case .snippet: 15
    case .enumCase: 20
    case .place: 21
    case .opp: 23
    }
  }

  func resolveCompletion(_ item: Parameters) throws(ResponseError) -> String {
    guard let data = item["data"], let key = data["key"]?.text, let uri = data["uri"]?.text,
      let state = context.workspace.ruleSet(ofURI: uri)
    else { return item.json }
    // The item comes from the last check, and so do its words.
    guard let words = state.snapshot?.documentation(ofItem: key) else { return item.json }
    return JSONText.object { json in
      for (key, value) in item.members { json.member(key, raw: value.json) }
      json.key("documentation")
      MarkupContent(words).write(for: context.client, &json)
    }
  }

  func signatureHelp(_ parameters: Parameters) throws(ResponseError) -> String {
    let (file, text) = try latestFile(parameters)
    let offset = text.offset(of: try parameters.position(), context.client.encoding)
    let help = file.snapshot.signatureHelp(
      at: Int32(clamping: offset), in: file.index, text: text.bytes)
    guard let help else { return "null" }
    return JSONText.object { json in
      json.key("signatures")
      json.array { array in
        for signature in help.signatures { array.object { write(signature, &$0) } }
      }
      json.member("activeSignature", raw: "\(help.active)")
      if let parameter = help.activeParameter {
        json.member("activeParameter", raw: "\(parameter)")
      }
    }
  }

  /// Writes one signature, its parameters as ranges of its label
  private func write(_ signature: SignatureHelp.Signature, _ json: inout JSONText) {
    json.member("label", string: signature.label)
    if !signature.documentation.isEmpty {
      json.key("documentation")
      MarkupContent(signature.documentation).write(for: context.client, &json)
    }
    let bytes = Array(signature.label.utf8)
    json.key("parameters")
    json.array { array in
      for parameter in signature.parameters {
        // Offsets within labels count UTF-16 in every encoding of positions.
        let start = PositionEncoding.utf16.length(of: bytes[..<parameter.lowerBound])
        let end = PositionEncoding.utf16.length(of: bytes[..<parameter.upperBound])
        array.object { $0.member("label", raw: "[\(start),\(end)]") }
      }
    }
  }

  /// The file of a request in the last check of its rule set, and its text as it is now
  private func latestFile(
    _ parameters: Parameters
  ) throws(ResponseError) -> (file: RequestedFile, text: LineText) {
    let uri = try parameters.documentURI()
    guard let document = context.workspace.documents[uri],
      let state = context.workspace.ruleSet(ofURI: uri),
      let snapshot = state.latest(besides: uri, context.workspace.services),
      let index = snapshot.index(ofURI: uri)
    else {
      let file = try context.file(uri: uri)
      return (file, file.text)
    }
    let writer = PlaceWriter(texts: snapshot.texts, encoding: context.client.encoding)
    return (
      RequestedFile(state: state, snapshot: snapshot, index: index, writer: writer), document.text
    )
  }
}

internal import OppJSON

/// `textDocument/codeLens`, `codeLens/resolve` and the command behind a lens
extension LanguageServer {
  /// The command that explains an Opp at an instant
  static let evaluateCommand = "opp.evaluate"

  /// One lens an Opp; its line is made when the client shows it
  func codeLenses(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try file(parameters)
    let uri = file.snapshot.files[file.index].uri
    var json = JSONText()
    json.array { array in
      for lens in file.snapshot.lenses(of: file.index) {
        array.object { object in
          object.member("range", raw: file.writer.range(lens.range))
          object.key("data")
          object.object { data in
            data.member("uri", string: uri)
            data.member("opp", string: lens.opp)
          }
        }
      }
    }
    return json.text
  }

  func resolveCodeLens(_ lens: Parameters) throws(ResponseError) -> String {
    let data = try lens.required("data")
    let uri = try data.requiredText("uri")
    let opp = try data.requiredText("opp")
    let file = try file(uri: uri)
    let title = firings(of: file).title(of: opp)
    return JSONText.object { json in
      for (key, value) in lens.members where key != "command" {
        json.member(key, raw: value.json)
      }
      json.key("command")
      json.object { command in
        command.member("title", string: title)
        command.member("command", string: Self.evaluateCommand)
        command.key("arguments")
        command.array { array in
          array.string(uri)
          array.string(opp)
        }
      }
    }
  }

  /// The firings over the recording, for the texts as they are now
  private func firings(of file: RequestedFile) -> ReplayedFirings {
    guard let replays else { return .missing("there is no recording") }
    // A replay takes long: while keys are coming, the lines stay as they are.
    if let known = replayedFirings[file.state.root],
      known.generation == file.state.generation || isBehind
    {
      return known.firings
    }
    let found = replays.firings(file.snapshot, file.state.root)
    replayedFirings[file.state.root] = (file.state.generation, found)
    return found
  }

  /// `workspace/executeCommand`: what `opp why` prints, also opened as a document where the client can
  func executeCommand(_ parameters: Parameters) throws(ResponseError) -> String {
    let name = try parameters.requiredText("command")
    guard name == Self.evaluateCommand, let replays else {
      throw .invalidParameters("there is no command `\(name)`")
    }
    let arguments = parameters["arguments"]?.elements ?? []
    let named = arguments.first.flatMap { $0.isObject ? $0 : nil }
    let uri = named?["uri"]?.text ?? arguments.first?.text
    let opp = named?["opp"]?.text ?? arguments.dropFirst().first?.text
    let at = named?["at"]?.text ?? arguments.dropFirst(2).first?.text ?? settings.now
    guard let uri, let opp else {
      throw .invalidParameters("`\(name)` needs the URI of a file and the name of an Opp")
    }
    let file = try file(uri: uri)
    let text = replays.why(file.snapshot, file.state.root, opp, at)
    if client.showsDocuments, let document = replays.document("why.txt", text) {
      outbox.request("window/showDocument") { json in
        json.member("uri", string: document)
        json.member("takeFocus", raw: "false")
      }
    }
    var json = JSONText()
    json.string(text)
    return json.text
  }
}

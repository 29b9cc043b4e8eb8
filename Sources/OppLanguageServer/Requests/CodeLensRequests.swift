internal import OppJSON

/// `textDocument/codeLens` and `codeLens/resolve`
struct CodeLensRequests {
  let context: RequestContext

  /// The lens of each Opp; its line is made when the client shows it
  func codeLenses(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
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

  func resolveCodeLens(_ lens: Parameters) throws(ResponseError) -> LongRequest.Work {
    let data = try lens.required("data")
    let uri = try data.requiredText("uri")
    let opp = try data.requiredText("opp")
    let file = try context.file(uri: uri)
    let replay = firings(of: file)
    return LongRequest.Work(file) { () throws(ResponseError) -> String? in
      guard let title = replay.title(of: opp) else { return nil }
      return JSONText.object { json in
        for (key, value) in lens.members where key != "command" {
          json.member(key, raw: value.json)
        }
        json.key("command")
        json.object { command in
          command.member("title", string: title)
          command.member("command", string: OppCommand.history.rawValue)
          command.key("arguments")
          command.array { array in
            array.string(uri)
            array.string(opp)
          }
        }
      }
    }
  }

  /// The replay over the recording, for the texts as they are now and as they are saved
  func firings(of file: RequestedFile) -> FiringReplay {
    let root = file.state.root
    if let known = context.memory.firings[root], known.generation == file.state.generation {
      return known
    }
    guard let replays = context.replays else {
      return FiringReplay(file.state, Sliced(done: .missing("there is no recording")), saved: nil)
    }
    var saved: Sliced<ReplayedFirings>?
    if let snapshot = context.workspace.savedSnapshot(of: file.state) {
      let known = context.memory.firings[root]?.saved(of: snapshot)
      saved = known ?? replays.firings(snapshot, root)
    }
    let made = FiringReplay(
      file.state, replays.firings(file.snapshot, root), saved: saved,
      savedSnapshot: context.workspace.savedSnapshot(of: file.state))
    context.memory.firings[root] = made
    return made
  }
}

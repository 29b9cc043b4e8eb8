internal import OppJSON

/// `textDocument/codeLens` and `codeLens/resolve`
extension LanguageServer {
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

  func resolveCodeLens(_ lens: Parameters) throws(ResponseError) -> LongRequest.Work {
    let data = try lens.required("data")
    let uri = try data.requiredText("uri")
    let opp = try data.requiredText("opp")
    let file = try file(uri: uri)
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
          command.member("command", string: OppCommand.evaluate.rawValue)
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
  private func firings(of file: RequestedFile) -> FiringReplay {
    let root = file.state.root
    if let known = replayedFirings[root], known.generation == file.state.generation {
      return known
    }
    guard let replays else {
      return FiringReplay(file.state, Sliced(done: .missing("there is no recording")), saved: nil)
    }
    var saved: Sliced<ReplayedFirings>?
    if let snapshot = workspace.savedSnapshot(of: file.state) {
      let known = replayedFirings[root]?.saved(of: snapshot)
      saved = known ?? replays.firings(snapshot, root)
    }
    let made = FiringReplay(
      file.state, replays.firings(file.snapshot, root), saved: saved,
      savedSnapshot: workspace.savedSnapshot(of: file.state))
    replayedFirings[root] = made
    return made
  }
}

/// The replays behind the lenses of a rule set: of its texts as they are, and as they are saved
final class FiringReplay {
  let generation: Int
  private let current: Sliced<ReplayedFirings>
  private let saved: Sliced<ReplayedFirings>?

  /// The check of the saved texts that ``saved`` is about
  private let savedSnapshot: RuleSetSnapshot?

  init(
    _ state: RuleSetState, _ current: Sliced<ReplayedFirings>, saved: Sliced<ReplayedFirings>?,
    savedSnapshot: RuleSetSnapshot? = nil
  ) {
    generation = state.generation
    self.current = current
    self.saved = saved
    self.savedSnapshot = savedSnapshot
  }

  /// The replay of a check of saved texts, if this has one
  func saved(of snapshot: RuleSetSnapshot) -> Sliced<ReplayedFirings>? {
    savedSnapshot === snapshot ? saved : nil
  }

  /// The line beside an Opp; nil while there is more to do, of which this does a slice
  func title(of opp: String) -> String? {
    guard let firings = current.step() else { return nil }
    guard let saved else { return firings.title(of: opp) }
    guard let before = saved.step() else { return nil }
    return firings.title(of: opp, saved: before)
  }
}

internal import OppJSON

/// The commands of the server
enum OppCommand: String, CaseIterable {
  /// The text of `opp why` for an Opp at an instant
  case evaluate = "opp.evaluate"

  /// The truths of an Opp's parts over a day
  case day = "opp.day"

  /// The firings of an Opp over the recording, which its lens counts
  case history = "opp.history"
}

/// `workspace/executeCommand` and `workspace/textDocumentContent`
struct CommandRequests {
  let context: RequestContext

  /// The scheme of the URIs of days
  static let dayScheme = "opp-day"

  /// The text of a command, which is also opened as a document if the client can
  func executeCommand(_ parameters: Parameters) throws(ResponseError) -> LongRequest.Work {
    let name = try parameters.requiredText("command")
    guard let command = OppCommand(rawValue: name), let replays = context.replays
    else {
      throw .invalidParameters("there is no command `\(name)`")
    }
    let arguments = parameters["arguments"]?.elements ?? []
    let named = arguments.first.flatMap { $0.isObject ? $0 : nil }
    func argument(_ key: String, _ index: Int) -> String? {
      named?[key]?.text ?? arguments.dropFirst(index).first?.text
    }
    guard let uri = argument("uri", 0), let opp = argument("opp", 1) else {
      throw .invalidParameters("`\(name)` needs the URI of a file and the name of an Opp")
    }
    let file = try context.file(uri: uri)
    switch command {
    case .history:
      let work = CodeLensRequests(context: context).firings(of: file)
      return LongRequest.Work(file) { () throws(ResponseError) -> String? in
        work.history(of: opp).map { show($0, as: replays.document("history.txt", $0)) }
      }
    case .evaluate:
      let question = ExplanationQuestion(opp: opp, at: argument("at", 2) ?? context.settings.now)
      let work = replays.explanation(file.snapshot, file.state.root, question)
      return LongRequest.Work(file) { () throws(ResponseError) -> String? in
        work.step().map { show($0.text, as: replays.document("why.txt", $0.text)) }
      }
    case .day:
      let root = file.state.root
      let work = replays.day(file.snapshot, root, opp, argument("date", 2))
      return LongRequest.Work(file) { () throws(ResponseError) -> String? in
        work.step().map { day in
          show(
            day.text,
            as: context.client.readsContents
              ? Self.uri(ofDay: day.date, opp: opp, root: root)
              : replays.document("day.txt", day.text))
        }
      }
    }
  }

  /// A text as the result of a command, with the document that holds it opened beside
  private func show(_ text: String, as document: String?) -> String {
    if context.client.showsDocuments, let document {
      context.outbox.request("window/showDocument") { json in
        json.member("uri", string: document)
        json.member("takeFocus", raw: "false")
      }
    }
    var json = JSONText()
    json.string(text)
    return json.text
  }

  // MARK: Days as documents

  /// `opp-day:///rules/2026-06-21/Lunch%20walk`
  private static func uri(ofDay date: String, opp: String, root: String) -> String {
    let folder = root == "/" ? "" : FileURI.uri(of: root).dropFirst("file://".count)
    return "\(dayScheme)://\(folder)/\(date)/\(FileURI.encoded(part: opp))"
  }

  /// `workspace/textDocumentContent`
  func documentContent(_ parameters: Parameters) throws(ResponseError) -> LongRequest.Work {
    let uri = try parameters.requiredText("uri")
    guard let replays = context.replays, let (root, date, opp) = Self.parts(ofDay: uri) else {
      throw .invalidParameters("`\(uri)` is not a day of an Opp")
    }
    guard let state = context.workspace.ruleSets[root] else {
      throw .invalidParameters("`\(root)` is not known")
    }
    let snapshot = context.workspace.snapshot(of: state)
    let work = replays.day(snapshot, root, opp, date)
    return LongRequest.Work([state]) { () throws(ResponseError) -> String? in
      work.step().map { day in JSONText.object { $0.member("text", string: day.text) } }
    }
  }

  /// The folder, the date and the Opp that ``uri(ofDay:opp:root:)`` has put together; nil for another URI
  private static func parts(
    ofDay uri: String
  ) -> (root: String, date: String, opp: String)? {
    guard uri.hasPrefix(dayScheme + "://") else { return nil }
    let parts = uri.dropFirst(dayScheme.count + 3).split(separator: "/")
    let folder = "file:///" + parts.dropLast(2).joined(separator: "/")
    guard parts.count >= 2, let root = FileURI.path(of: folder),
      let opp = FileURI.decoded(parts[parts.count - 1].utf8)
    else { return nil }
    return (root, String(parts[parts.count - 2]), opp)
  }
}

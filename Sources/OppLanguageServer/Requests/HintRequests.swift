internal import OppJSON
internal import OppSyntax

/// `textDocument/inlayHint` and `inlayHint/resolve`
struct HintRequests {
  let context: RequestContext

  func inlayHints(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    let range = file.range(of: try parameters.range())
    let kinds = Set(InlayHint.Kind.allCases.filter { context.settings.shows(hints: $0.rawValue) })
    let sun =
      kinds.contains(.sun)
      ? context.replays?.sun(file.snapshot, file.state.root, context.settings.now) : nil
    let hints = file.snapshot.inlayHints(
      of: file.index, in: range.start..<range.end, kinds: kinds, sun: sun ?? nil)
    var json = JSONText()
    json.array { array in
      for hint in hints {
        array.object { object in
          object.member("position", raw: file.writer.position(hint.place.end, in: file.index))
          object.member("label", string: hint.label)
          object.member("paddingLeft", raw: "true")
          object.member("tooltip", string: hint.tooltip)
        }
      }
    }
    return json.text
  }

  /// A hint with its tooltip, which it has from the beginning: it is short
  func resolveInlayHint(_ hint: Parameters) throws(ResponseError) -> String { hint.json }
}

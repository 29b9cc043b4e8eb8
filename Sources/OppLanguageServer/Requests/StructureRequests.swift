internal import OppJSON
internal import OppSyntax

/// Folding, selection ranges, links and colours
struct StructureRequests {
  let context: RequestContext

  func foldingRanges(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    var json = JSONText()
    json.array { array in
      for lines in file.snapshot.foldedLines(of: file.index) {
        array.object { object in
          object.member("startLine", raw: "\(lines.first)")
          object.member("endLine", raw: "\(lines.last)")
          switch lines.kind {
          case .comment: object.member("kind", string: "comment")
          case .region: object.member("kind", string: "region")
          }
        }
      }
    }
    return json.text
  }

  func selectionRanges(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    guard let positions = parameters["positions"]?.elements else {
      throw .invalidParameters("`positions` is missing")
    }
    var found: [String] = []
    for position in positions {
      let offset = file.offset(of: try position.asPosition("positions"))
      let ranges = file.snapshot.selections(at: offset, in: file.index)
      let whole = ranges.isEmpty ? [file.snapshot.source(at: file.index).wholeRange] : ranges
      var text = ""
      for range in whole {
        text += (text.isEmpty ? "" : #","parent":"#) + #"{"range":"# + file.writer.range(range)
      }
      found.append(text + String(repeating: "}", count: whole.count))
    }
    return "[" + found.joined(separator: ",") + "]"
  }

  func documentLinks(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    var json = JSONText()
    json.array { array in
      for link in file.snapshot.links(of: file.index) {
        let target: String? =
          switch link.target {
          case .address(let address): address
          case .page(let name): context.workspace.services.page(name)
          }
        guard let target else { continue }
        array.object { object in
          object.member("range", raw: file.writer.range(link.range))
          object.member("target", string: target)
        }
      }
    }
    return json.text
  }

  func documentColours(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    var json = JSONText()
    json.array { array in
      for colour in file.snapshot.colours(of: file.index) {
        array.object { object in
          object.member("range", raw: file.writer.range(colour.range))
          object.key("color")
          object.object { parts in
            for (name, shift) in [("red", 16), ("green", 8), ("blue", 0)] {
              let part = Double(colour.rgb >> Int32(shift) & 0xFF) / 255
              parts.member(name, raw: "\(part)")
            }
            parts.member("alpha", raw: "1")
          }
        }
      }
    }
    return json.text
  }

  func colourPresentations(_ parameters: Parameters) throws(ResponseError) -> String {
    let colour = try parameters.required("color")
    var rgb: Int32 = 0
    for name in ["red", "green", "blue"] {
      guard let part = colour[name]?.number, part >= 0, part <= 1 else {
        throw .invalidParameters("`\(name)` must be a number from 0 to 1")
      }
      rgb = rgb << 8 | Int32((part * 255).rounded())
    }
    var json = JSONText()
    json.array { array in
      for text in RuleSetSnapshot.presentations(of: rgb) {
        array.object { $0.member("label", string: text) }
      }
    }
    return json.text
  }
}

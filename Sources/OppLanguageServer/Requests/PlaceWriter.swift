internal import OppJSON
internal import OppSyntax

/// Writes places of a rule set as the protocol has them
///
/// `{"start":{"line":1,"character":4},"end":{"line":1,"character":9}}`: lines and characters count from 0, characters
/// in the units of ``encoding``.
struct PlaceWriter {
  let texts: SnapshotTexts
  let encoding: PositionEncoding

  /// A range; that of the prelude, which the client cannot open, is written like any other
  func range(_ range: SourceRange) -> String {
    let text = texts.lineText(at: Int(range.file))
    let found = text.range(of: Int(range.start)..<Int(range.end), encoding)
    return Self.range(found)
  }

  static func range(_ range: TextRange) -> String {
    #"{"start":"# + position(range.start) + #","end":"# + position(range.end) + "}"
  }

  static func position(_ position: TextPosition) -> String {
    #"{"line":"# + "\(position.line)" + #","character":"# + "\(position.character)" + "}"
  }

  func position(_ offset: Int32, in file: Int) -> String {
    Self.position(texts.lineText(at: file).position(of: Int(offset), encoding))
  }

  /// The URI of a file; nil for the prelude
  func uri(of file: Int32) -> String? {
    texts.files.indices.contains(Int(file)) ? texts.files[Int(file)].uri : nil
  }

  /// A `Location`; nil for a place in the prelude
  func location(_ range: SourceRange) -> String? {
    guard let uri = uri(of: range.file) else { return nil }
    return JSONText.object { json in
      json.member("uri", string: uri)
      json.member("range", raw: self.range(range))
    }
  }

  func textEdit(_ edit: Edit) -> String {
    JSONText.object { json in
      json.member("range", raw: range(edit.range))
      json.member("newText", string: edit.replacement)
    }
  }

  /// A `WorkspaceEdit`, with the versions of open texts if the client reads them
  func workspaceEdit(_ edits: [Edit], hasDocumentChanges: Bool) -> String {
    var byFile: [Int32: [Edit]] = [:]
    for edit in edits { byFile[edit.range.file, default: []].append(edit) }
    let files = byFile.sorted { $0.key < $1.key }
    return JSONText.object { json in
      json.key(hasDocumentChanges ? "documentChanges" : "changes")
      if hasDocumentChanges {
        json.array { array in
          for (file, edits) in files { writeChange(of: file, edits, &array) }
        }
      } else {
        json.object { changes in
          for (file, edits) in files {
            guard let uri = uri(of: file) else { continue }
            changes.key(uri)
            writeEdits(edits, &changes)
          }
        }
      }
    }
  }

  /// Writes the edits of one file with the version of the text that they are made for, null if it is not open
  private func writeChange(of file: Int32, _ edits: [Edit], _ array: inout JSONText) {
    guard let uri = uri(of: file) else { return }
    let version = texts.files[Int(file)].version
    array.object { change in
      change.key("textDocument")
      change.object { document in
        document.member("uri", string: uri)
        document.member("version", raw: version.map { "\($0)" } ?? "null")
      }
      change.key("edits")
      writeEdits(edits, &change)
    }
  }

  /// Writes edits in the order of the text
  private func writeEdits(_ edits: [Edit], _ json: inout JSONText) {
    json.array { array in
      for edit in edits.sorted(by: { $0.range < $1.range }) { array.raw(textEdit(edit)) }
    }
  }
}

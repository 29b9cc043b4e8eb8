internal import OppJSON
internal import OppSyntax

/// Definition, references, highlights and rename
struct NavigationRequests {
  let context: RequestContext

  func definition(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    let offset = file.offset(of: try parameters.position())
    guard let range = file.snapshot.definition(at: offset, in: file.index) else { return "null" }
    return location(range, file) ?? "null"
  }

  func references(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    let offset = file.offset(of: try parameters.position())
    let includes = parameters["context"]?["includeDeclaration"]?.isTrue ?? false
    let ranges = file.snapshot.references(
      at: offset, in: file.index, includesDeclaration: includes)
    var json = JSONText()
    json.array { array in
      for range in ranges {
        if let location = file.writer.location(range) { array.raw(location) }
      }
    }
    return json.text
  }

  func highlights(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    let offset = file.offset(of: try parameters.position())
    var json = JSONText()
    json.array { array in
      for range in file.snapshot.highlights(at: offset, in: file.index) {
        array.object { object in
          object.member("range", raw: file.writer.range(range))
          object.member("kind", raw: "1")
        }
      }
    }
    return json.text
  }

  func prepareRename(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    let offset = file.offset(of: try parameters.position())
    do throws(RenameProblem) {
      let found = try file.snapshot.renamable(at: offset, in: file.index)
      return JSONText.object { json in
        json.member("range", raw: file.writer.range(found.range))
        json.member("placeholder", string: found.name)
      }
    } catch {
      throw .requestFailed(error.message)
    }
  }

  func rename(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    let offset = file.offset(of: try parameters.position())
    let name = try parameters.requiredText("newName")
    do throws(RenameProblem) {
      let edits = try file.snapshot.rename(at: offset, in: file.index, to: name)
      return file.writer.workspaceEdit(
        edits.map { Edit(range: $0.range, replacement: $0.text) },
        hasDocumentChanges: context.client.hasDocumentChanges)
    } catch {
      throw .requestFailed(error.message)
    }
  }

  /// A `Location`; a place in the prelude is one in its page
  private func location(_ range: SourceRange, _ file: RequestedFile) -> String? {
    if let location = file.writer.location(range) { return location }
    guard Int(range.file) == file.snapshot.files.count,
      let uri = context.workspace.services.page("prelude")
    else { return nil }
    return JSONText.object { json in
      json.member("uri", string: uri)
      json.member("range", raw: file.writer.range(range))
    }
  }
}

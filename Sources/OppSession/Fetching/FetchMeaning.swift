internal import OppEngine
package import OppModel

/// The identity of a fetch over processes, as text
///
/// It names the subject and not its place in a graph, so that an edit of other rules leaves it unchanged. Texts are
/// written by their length, so that they may hold anything.
///
/// ```
/// source 7:weather 1 ? @48.4,-123.4      the weather of wherever the person is, in the cell of 48.4 and −123.4
/// source 7:weather 1 @48.5,-123.3 -      the weather of a given place
/// source 4:room 1 t 4:hall -             room("hall")
/// table 6:chores -
/// address 9:1 Main St -
/// places 4:cafe @48.4,-123.4
/// ```
extension ConditionGraph {
  /// The identity of a fetch, the same for every graph and every place of its source in it
  ///
  /// ``fetch(ofMeaning:)`` reads it back.
  package func meaning(of fetch: Fetch) -> String { meaning(of: fetch, hasDecimals: true) }

  /// - Parameter hasDecimals: false as versions before 0.2 wrote positions.
  private func meaning(of fetch: Fetch, hasDecimals: Bool) -> String {
    var writer: MemoryWriter
    switch fetch.subject {
    case .source(let id, let arguments):
      writer = FetchKind.source.writer(self, hasDecimals)
      guard sources.has(id) else { break }
      // Read in place: a copy of the source would count the owners of all its lists.
      writer.add(sources[id].name)
      writer.add(arguments.count)
      for (index, argument) in arguments.enumerated() {
        let isKnown = sources[id].parameters.indices.contains(index)
        writer.add(argument, isKnown ? sources[id].parameters[index].type : .number)
      }
    case .table(let id):
      writer = FetchKind.table.writer(self, hasDecimals)
      writer.add(ValueSchema(self).tableName(id))
    case .address(let text):
      writer = FetchKind.address.writer(self, hasDecimals)
      writer.add(text)
    case .places(let category):
      writer = FetchKind.places.writer(self, hasDecimals)
      writer.add(category)
    }
    writer.add(fetch.position)
    return writer.text
  }

  /// The fetch with an identity, also as versions before 0.2 wrote it, with positions by their bits
  ///
  /// - Returns: `nil` if it names something that is not in the graph, or is no identity at all.
  package func fetch(ofMeaning meaning: String) -> Fetch? {
    let word = meaning.firstWord
    guard let kind = FetchKind(rawValue: word) else { return nil }
    var reader = MemoryReader(meaning, self, beginning: word)
    var subject: FetchKey?
    switch kind {
    case .source:
      if let index = sourceIndex(named: reader.string()),
        let arguments = reader.writtenArguments(of: sources[index])
      {
        subject = .source(SourceID(index), arguments)
      }
    case .table: subject = table(named: reader.string()).map { .table($0) }
    case .address: subject = .address(reader.string())
    case .places: subject = .places(category: reader.string())
    }
    guard let subject else { return nil }
    let position = reader.position()
    guard reader.isIntact, reader.isAtEnd else { return nil }
    let fetch = Fetch(subject: subject, position: position)
    // A value that is no more, such as a case of an enum, is read as a default.
    let isSame =
      self.meaning(of: fetch) == meaning
      || self.meaning(of: fetch, hasDecimals: false) == meaning
    return isSame ? fetch : nil
  }
}

/// The kinds of fetches, by the first words of their identities
private enum FetchKind: String {
  case source
  case table
  case address
  case places

  /// A writer behind the word
  func writer(_ graph: ConditionGraph, _ hasDecimals: Bool) -> MemoryWriter {
    MemoryWriter(graph, beginning: rawValue, hasDecimals: hasDecimals)
  }
}

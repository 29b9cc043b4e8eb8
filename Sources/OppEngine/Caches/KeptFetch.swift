package import OppModel

/// How asking for something stands, as it is kept over a restart
///
/// Without it a service that fails, or whose answers are too old, would be asked anew by every life, and
/// a table that is known would never be.
package struct KeptFetch: Hashable, Sendable {
  /// The last good answer; nil where there was none
  package var answered: Answered?

  /// How often it failed in a row, since when, and when it is asked again
  package var failures = 0
  package var failingSince: Instant?
  package var retry: Instant?

  /// Before this second the service does not want to be asked
  package var rest: Instant?

  package init() {}

  /// When a good answer came, and the last second at which it counts
  package struct Answered: Hashable, Sendable {
    package let at: Instant
    package let counts: Instant

    package init(at: Instant, counts: Instant) {
      self.at = at
      self.counts = counts
    }
  }
}

extension ConditionGraph {
  /// What a fetch asks for, whatever the graph and the place of its source in it
  ///
  /// `source 5:hall 0 -`, `table 6:chores -`
  func meaning(of fetch: Fetch) -> String {
    var writer: MemoryWriter
    switch fetch.subject {
    case .source(let id, let arguments):
      writer = MemoryWriter(self, beginning: "source")
      guard sources.indices.contains(Int(id.index)) else { break }
      let source = sources[Int(id.index)]
      writer.add(source.name)
      writer.add(arguments.count)
      for (index, argument) in arguments.enumerated() {
        let isKnown = source.parameters.indices.contains(index)
        writer.add(argument, isKnown ? source.parameters[index].type : .number)
      }
    case .table(let id):
      writer = MemoryWriter(self, beginning: "table")
      writer.add(tableName(id))
    case .address(let text):
      writer = MemoryWriter(self, beginning: "address")
      writer.add(text)
    case .places(let category):
      writer = MemoryWriter(self, beginning: "places")
      writer.add(category)
    }
    writer.add(fetch.position)
    return writer.text
  }
}

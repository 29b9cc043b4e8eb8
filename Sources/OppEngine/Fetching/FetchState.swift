package import OppModel

/// The part of a cache entry that is kept over a restart
///
/// Without it, every run would fetch anew from a service that fails, or whose responses are too old, and
/// none would refresh a table that is known.
package struct FetchState: Hashable, Sendable {
  /// The last good response; nil where there was none
  package var responded: Response?

  /// The number of failures in a row
  package var failures = 0

  /// The instant of the first of these failures
  package var failingSince: Instant?

  /// The first instant at which it may be retried
  package var retry: Instant?

  /// The first second at which the service accepts another request
  package var rest: Instant?

  package init() {}

  /// The second of a good response, and the last second at which it counts
  package struct Response: Hashable, Sendable {
    package let at: Instant
    package let counts: Instant

    package init(at: Instant, counts: Instant) {
      self.at = at
      self.counts = counts
    }
  }
}

extension ConditionGraph {
  /// The identity of a fetch, whatever the graph and the place of its source in it
  ///
  /// `source 5:hall 0 -`, `table 6:chores -`
  func meaning(of fetch: Fetch) -> String {
    var writer: MemoryWriter
    switch fetch.subject {
    case .source(let id, let arguments):
      writer = MemoryWriter(self, beginning: "source")
      guard sources.has(id) else { break }
      let source = sources[id]
      writer.add(source.name)
      writer.add(arguments.count)
      for (index, argument) in arguments.enumerated() {
        let isKnown = source.parameters.indices.contains(index)
        writer.add(argument, isKnown ? source.parameters[index].type : .number)
      }
    case .table(let id):
      writer = MemoryWriter(self, beginning: "table")
      writer.add(ValueSchema(self).tableName(id))
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

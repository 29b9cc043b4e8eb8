internal import OppModel

/// The values that nodes had at an earlier second, as far as they were known then
struct KnownValues: Sendable {
  private var values: [(node: NodeID, value: Value)] = []

  var isEmpty: Bool { values.isEmpty }

  /// The value of a node, or `nil` if it was unknown
  func value(of node: NodeID) -> Value? { values.first { $0.node == node }?.value }

  /// Adds the value of a node that has none yet
  mutating func add(_ value: Value, of node: NodeID) { values.append((node, value)) }
}

extension KnownValues {
  /// The number of values, and each with the meaning of its node: `2 389f423f… t 3:Ann 96a4e2bd… 21`
  func write(to writer: inout MemoryWriter, _ meanings: [RuleMeaning.Word]) {
    let known = meanings.compactMap { word in value(of: word.node).map { (word, $0) } }
    writer.add(known.count)
    for (word, value) in known {
      writer.add(word.meaning)
      writer.add(value, word.type)
    }
  }

  /// The values of nodes that have the same meaning as when they were written; after an edit the others are forgotten
  init(from reader: inout MemoryReader, _ meanings: [RuleMeaning.Word]) {
    for _ in 0..<reader.count() {
      let fingerprint = reader.meaning()
      let word = meanings.first { $0.meaning == fingerprint }
      guard let value = reader.value(word?.type ?? .number), let word else { continue }
      values.append((word.node, value))
    }
  }
}

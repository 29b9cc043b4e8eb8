internal import OppEngine
internal import OppModel

/// The name of a condition that a fetch was made for: its meaning, and the keys of the rows that it is of
///
/// ```
/// 6b8b15a6f00dcafe 0                             rain > 0mm
/// 96a4e2bd0123abcd 1 6:chores 1 t 1:a            t.due < clock, of the chore a
/// ```
enum OpenLeaf {
  /// The name of an instance; nil where its node has no meaning
  static func name(of instance: InstanceID, in session: borrowing LiveSession) -> String? {
    guard let meaning = session.learner.meaning(ofInstance: instance, session.engine) else {
      return nil
    }
    let digits = meaning.text.prefix(16)
    var writer = MemoryWriter(session.engine.graph, beginning: String(digits))
    let rows = session.engine.rows(of: instance)
    writer.add(rows.count)
    for row in rows { writer.add(session.engine.rowID(row)) }
    return writer.text
  }

  /// The instances with some names, as far as they are there
  static func instances(named names: Set<String>, in session: borrowing LiveSession)
    -> [InstanceID]
  {
    var digits: Set<UInt64> = []
    for name in names {
      let first = name.utf8.prefix(16)
      if let bits = UInt64(String(decoding: first, as: UTF8.self), radix: 16) {
        digits.insert(bits)
      }
    }
    var result: [InstanceID] = []
    for instance in session.engine.instancesOfNodes {
      guard
        let meaning = session.learner.meaning(ofInstance: instance, session.engine),
        digits.contains(UInt64(truncatingIfNeeded: meaning.bits >> 64)),
        let name = name(of: instance, in: session), names.contains(name)
      else { continue }
      result.append(instance)
    }
    return result
  }
}

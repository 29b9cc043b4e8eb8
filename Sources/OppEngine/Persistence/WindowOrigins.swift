internal import OppModel

/// The instances below a window by their meanings, for the readings that its lines come from
///
/// Only `change` has lines. That of `change(free, last 1h)` is kept with the reading of `free` that it comes from, of
/// which its value at a past second is computed again, exactly as it was then.
struct WindowOrigins {
  /// By instance: its meaning and the type of its values
  private var names: [InstanceID: (meaning: Fingerprint, type: ValueType)] = [:]

  /// By meaning: the instance that has it now
  private var instances: [Fingerprint: (instance: InstanceID, type: ValueType)] = [:]

  /// - Parameter window: an instance; nothing is looked up for one that has no lines.
  init(below window: InstanceID, in engine: borrowing Engine, _ meanings: Meanings) {
    let root = engine.evaluator.instances.template[window]
    guard case .window(.change, _) = engine.evaluator.code[root].instruction else { return }
    var pending = [window]
    while let next = pending.popLast() {
      let template = engine.evaluator.instances.template[next]
      guard names[next] == nil, meanings.nodes.has(template) else { continue }
      let meaning = meanings.nodes[template]
      let type = engine.graph.nodes[template].type
      names[next] = (meaning, type)
      instances[meaning] = (next, type)
      for operand in 0..<engine.evaluator.instances.operandCount(of: next) {
        pending.append(engine.evaluator.instances.operand(operand, of: next))
      }
    }
  }

  /// Readings inside the rows of an aggregate are left out: that of the aggregate replaces them
  func write(_ origin: [InstanceID: Reading], _ writer: inout MemoryWriter, _ pool: ObjectPool) {
    var named: [(meaning: Fingerprint, type: ValueType, reading: Reading)] = []
    for (instance, reading) in origin {
      if let name = names[instance] { named.append((name.meaning, name.type, reading)) }
    }
    named.sort { $0.meaning.bits < $1.meaning.bits }
    writer.add(named.count)
    for part in named {
      writer.add(part.meaning)
      writer.add(part.reading, part.type, pool)
      writer.add(part.reading.until)
    }
  }

  /// The readings by the instances that have their meanings now; those that are no more are left out
  func read(_ reader: inout MemoryReader, _ pool: inout ObjectPool) -> [InstanceID: Reading] {
    var origin: [InstanceID: Reading] = [:]
    for _ in 0..<reader.count() {
      let known = instances[reader.meaning()]
      var reading = reader.reading(known?.type ?? .number, &pool)
      reading.until = reader.second()
      if let known { origin[known.instance] = reading }
    }
    return origin
  }
}

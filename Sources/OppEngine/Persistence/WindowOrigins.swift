internal import OppModel

/// The instances below a window by what they mean, for the readings that its lines come from
///
/// Only `change` has lines. That of `change(free, last 1h)` is kept with the reading of `free` that it comes from, of
/// which its value at a past second is computed again, exactly as it was then.
struct WindowOrigins {
  /// By instance: its meaning and the type of its values
  private var names: [Int32: (word: String, type: ValueType)] = [:]

  /// By meaning: the instance that has it now
  private var instances: [String: (instance: Int32, type: ValueType)] = [:]

  /// - Parameter window: an instance; nothing is looked up for one that has no lines.
  init(below window: Int32, in engine: borrowing Engine) {
    guard case .window(.change, _) = engine.instruction(of: window) else { return }
    var pending = [window]
    while let next = pending.popLast() {
      let template = Int(engine.instances.template[Int(next)])
      guard names[next] == nil, engine.meanings.nodes.indices.contains(template) else { continue }
      let word = engine.meanings.nodes[template].text
      let type = engine.graph.nodes[template].type
      names[next] = (word, type)
      instances[word] = (next, type)
      for operand in 0..<engine.instances.operandCount(of: next) {
        pending.append(engine.instances.operand(operand, of: next))
      }
    }
  }

  /// Readings inside the rows of an aggregate are left out: that of the aggregate replaces them
  func write(_ origin: [Int32: Reading], _ writer: inout MemoryWriter, _ pool: ObjectPool) {
    var named: [(word: String, type: ValueType, reading: Reading)] = []
    for (instance, reading) in origin {
      if let name = names[instance] { named.append((name.word, name.type, reading)) }
    }
    named.sort { KeyOrder.isLess($0.word, $1.word) }
    writer.add(named.count)
    for part in named {
      writer.word(part.word)
      writer.add(part.reading, part.type, pool)
      writer.add(part.reading.until)
    }
  }

  /// The readings by the instances that have their meanings now; those that are no more are left out
  func read(_ reader: inout MemoryReader, _ pool: inout ObjectPool) -> [Int32: Reading] {
    var origin: [Int32: Reading] = [:]
    for _ in 0..<reader.count() {
      let known = instances[reader.word()]
      var reading = reader.reading(known?.type ?? .number, &pool)
      reading.until = reader.second()
      if let known { origin[known.instance] = reading }
    }
    return origin
  }
}

extension Engine {
  /// The instruction of an instance's template
  func instruction(of instance: Int32) -> Instruction {
    code[Int(instances.template[Int(instance)])].instruction
  }
}

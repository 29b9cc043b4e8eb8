internal import OppModel

/// Texts and lists, as people write them
extension Evaluator {
  /// A value in words; `?` for nil
  func written(_ value: Value?, _ type: ValueType) -> String {
    let zone = zone
    return ValueText(
      schema: ValueSchema(graph), usesTwelveHourClock: graph.settings.usesTwelveHourClock,
      localTime: { instant in
        let local = zone.local(at: instant)
        return (local.date.days, local.secondOfDay)
      }
    ).text(of: value, type: type)
  }

  /// The reading of a text with pieces, which the pool then holds
  mutating func text(_ instance: Int32, at second: Int64, _ ahead: inout Ahead?) -> Reading {
    guard let (text, until) = words(instance, at: second, &ahead) else { return .unknown }
    return .object(pool.index(of: .text(text)), until: until)
  }

  /// The wording of a text that has pieces; nil for an instance that is none
  ///
  /// `"{temp}, free for {free}"` at 21 °C, with free falling, is `21°C, free for 40 min` for one second; `"? and ?"` is
  /// the wording of two pieces that are unknown.
  mutating func words(
    _ instance: Int32, at second: Int64, _ ahead: inout Ahead?
  ) -> (text: String, until: Int64)? {
    let template = Int(instances.template[Int(instance)])
    guard template < graph.nodes.count, case .text(let pieces) = graph.nodes[template].operation
    else { return nil }
    var result = ""
    var until = Seconds.never
    var index = 0
    for piece in pieces {
      switch piece {
      case .literal(let literal): result += literal
      case .value(let node):
        let reading = operand(index, instance, &ahead)
        until = min(until, reading.drifts ? Seconds.add(second, 1) : reading.until)
        let value =
          reading.drifts
          ? Value.scalar(scalar(index, instance, at: second, &ahead)) : pool.value(reading)
        result += wording(of: node, value)
        index += 1
      }
    }
    return (result, until)
  }

  /// A value of a node in words; that of a scalar is kept, for all Opps whose texts contain it at one second
  ///
  /// A hundred rows that notify at 12:00 with `{temp}` in their texts need one conversion of it.
  private mutating func wording(of node: NodeID, _ value: Value?) -> String {
    guard case .scalar(let scalar)? = value else { return written(value, graph[node].type) }
    if let known = wordings[node.index], known.scalar.bitPattern == scalar.bitPattern {
      return known.text
    }
    let text = written(value, graph[node].type)
    wordings[node.index] = (scalar, text)
    return text
  }

  mutating func textFunction(_ function: TextFunction, _ reading: Reading) -> Reading {
    guard let text = pool.text(reading) else { return .unknown(until: reading.until) }
    switch function {
    case .lower:
      return .object(pool.index(of: .text(text.lowercased())), until: reading.until)
    case .upper:
      return .object(pool.index(of: .text(text.uppercased())), until: reading.until)
    case .length: return .scalar(Double(text.count), until: reading.until)
    }
  }

  /// The reading of a list that is written out; unknown where an element is
  mutating func list(_ instance: Int32, at second: Int64, _ ahead: inout Ahead?) -> Reading {
    var values: [Value] = []
    var until = Seconds.never
    for index in 0..<instances.operandCount(of: instance) {
      let reading = operand(index, instance, &ahead)
      until = min(until, reading.drifts ? Seconds.add(second, 1) : reading.until)
      let value =
        reading.drifts
        ? Value.scalar(scalar(index, instance, at: second, &ahead)) : pool.value(reading)
      guard let value else { return .unknown(until: reading.until) }
      values.append(value)
    }
    return .object(pool.index(of: .list(values)), until: until)
  }
}

extension String {
  /// Whether a text occurs in this one, character by character
  ///
  /// - Complexity: O(*n* · *m*) in the lengths; the standard library has no such search in Embedded Swift.
  func hasPart(_ part: String) -> Bool {
    if part.isEmpty { return true }
    var start = startIndex
    while start < endIndex {
      // From each character on, the part is compared with what follows.
      var (own, other) = (start, part.startIndex)
      while own < endIndex, other < part.endIndex, self[own] == part[other] {
        own = index(after: own)
        other = part.index(after: other)
      }
      if other == part.endIndex { return true }
      start = index(after: start)
    }
    return false
  }
}

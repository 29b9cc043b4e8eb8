internal import OppModel

/// A junction as ``JunctionNetwork`` takes it
struct Junction {
  let instance: InstanceID

  /// Instances before it
  let operands: [InstanceID]
  let kind: JunctionKind

  /// Whether anything but other junctions follows it, or may come to
  let isFollowed: Bool

  /// The place among those that are no operands
  var rank = Int.max

  /// The greatest number of memories above each other below it
  var level = 0

  /// Whether it stands for a leaf that an Opp follows: it has that for its only operand, and its instance
  ///
  /// `when temp > 30C`
  var isOfLeaf: Bool { operands.count == 1 && operands[0] == instance }
}

/// A junction as an `and`
enum JunctionKind {
  case and
  /// The opposite of an `and` of opposites
  case or
  /// The `and` of the opposite of its operand
  case not

  /// The kind of an instruction; nil for one that is no junction
  init?(_ instruction: Instruction) {
    if case .and = instruction {
      self = .and
    } else if case .or = instruction {
      self = .or
    } else if case .not = instruction {
      self = .not
    } else {
      return nil
    }
  }

  /// Whether it is the opposite of its `and`
  var isNegated: Bool { self == .or }

  /// Whether its `and` is of the opposites of its operands
  var negatesOperands: Bool { self != .and }
}

/// A scalar, or an object, with the comparisons of it with constants that only junctions have for an operand
struct SignalLeaves {
  let instance: InstanceID
  let isObject: Bool
  var leaves: [Leaf] = []

  /// A comparison
  struct Leaf {
    let instance: InstanceID

    /// Its truth of a value below all its constants
    let isTrueBelow: Bool

    /// The least values at which it turns, ascending
    let turns: [Double]

    /// Whether anything but junctions follows it, or may come to
    var isFollowed = false
  }
}

extension SignalLeaves {
  /// The number of words of its table
  var tableSize: Int {
    let points = Set(leaves.flatMap { $0.turns }).count
    return (points + 2) * ((leaves.count + 63) / 64)
  }
}

extension JunctionNetwork {
  /// Makes a network of which every leaf is unknown
  ///
  /// - Parameters:
  ///   - junctions: in ascending order of their instances, and those of leaves. Tops are numbered by their ranks.
  ///   - memories: in ascending order of their instances.
  ///   - signals: each with no more words in its table than ``tableLimit``.
  ///   - instanceCount: more than any junction, memory, operand or signal.
  /// - Complexity: linear in the junctions, their operands, and the words of the tables of signals.
  init(
    _ junctions: [Junction], _ memories: [CountedMemory] = [], signals: [SignalLeaves] = [],
    instanceCount: Int
  ) {
    self.init()
    isCounted = Array(repeating: false, count: instanceCount)
    leafOfInstance = Array(repeating: Self.noPlace, count: instanceCount)
    signalOfInstance = leafOfInstance
    junctionOfInstance = leafOfInstance
    for junction in junctions { isCounted[junction.instance] = true }
    for memory in memories { isCounted[memory.instance] = true }
    for signal in signals { add(signal) }
    var opposites = Opposites()
    for junction in junctions where junction.kind == .not && !junction.isFollowed {
      opposites.operands[junction.instance] = junction.operands[0]
    }
    let counted = junctions.filter { opposites.operands[$0.instance] == nil }
    number(counted, memories, opposites)
    for memory in memories where !memory.result.isStart { addLeaf(memory.instance) }
    for memory in memories { addLeaf(ofOperand: memory.operand, opposites) }
    for junction in counted {
      for operand in junction.operands {
        addLeaf(ofOperand: operand, opposites, standsForIt: junction.isOfLeaf)
      }
    }
    padLeaves()
    certainLeaves = Array(repeating: 0, count: leafInstances.count / 64)
    possibleLeaves = certainLeaves.map { ~$0 }
    connect(counted, memories, opposites)
    addGates(memories)
  }

  /// The `not` that have no number, as only junctions follow them: these negate its operand instead
  private struct Opposites {
    var operands: [InstanceID: InstanceID] = [:]

    /// The node that an operand is in the end, and whether it is the opposite of that
    func resolve(_ instance: InstanceID) -> (instance: InstanceID, isOpposite: Bool) {
      var (found, isOpposite) = (instance, false)
      while let operand = operands[found] {
        found = operand
        isOpposite.toggle()
      }
      return (found, isOpposite)
    }
  }

  /// A junction that others have for an operand
  private struct Inner {
    let junction: Junction

    /// The greatest number of junctions above each other below it
    let height: Int
  }

  // MARK: Signals

  /// Adds a signal, its break points, its table and its leaves
  private mutating func add(_ leaves: SignalLeaves) {
    let count = leaves.leaves.count
    let words = (count + 63) / 64
    var row = Array(repeating: UInt64(0), count: words)
    var turns: [(value: Double, leaf: Int)] = []
    let firstRow = rows.count
    let firstBreakPoint = breakPoints.count
    let firstWord = leafInstances.count / 64
    for (index, leaf) in leaves.leaves.enumerated() {
      if leaf.isTrueBelow { row[index >> 6] |= 1 << UInt64(index & 63) }
      turns += leaf.turns.map { ($0, index) }
      isCounted[leaf.instance] = true
      addLeaf(leaf.instance)
    }
    padLeaves()
    turns.sort { $0.value < $1.value }
    for turn in turns {
      if breakPoints.count == firstBreakPoint || breakPoints[breakPoints.count - 1] != turn.value {
        rows += row
        breakPoints.append(turn.value)
      }
      row[turn.leaf >> 6] ^= 1 << UInt64(turn.leaf & 63)
    }
    rows += row
    // The row of all leaves: possible where the value is unknown.
    for word in 0..<words {
      let left = count - word * 64
      rows.append(left >= 64 ? ~0 : 1 << UInt64(left) - 1)
    }
    signalOfInstance[leaves.instance] = UInt32(truncatingIfNeeded: signals.count)
    signals.append(
      Signal(
        instance: leaves.instance, isObject: leaves.isObject, firstBreakPoint: firstBreakPoint,
        breakPointCount: breakPoints.count - firstBreakPoint, firstWord: firstWord,
        wordCount: words, leafCount: count, firstRow: firstRow))
  }

  // MARK: Numbers

  /// Adds an operand that is neither a junction nor a leaf yet
  ///
  /// - Parameter standsForIt: whether its dependent is a junction with its instance.
  private mutating func addLeaf(
    ofOperand operand: InstanceID, _ opposites: Opposites, standsForIt: Bool = false
  ) {
    let instance = opposites.resolve(operand).instance
    guard Self.place(instance, in: leafOfInstance) == nil else { return }
    if standsForIt || Self.place(instance, in: junctionOfInstance) == nil { addLeaf(instance) }
  }

  private mutating func addLeaf(_ instance: InstanceID) {
    leafOfInstance[instance] = UInt32(truncatingIfNeeded: leafInstances.count)
    leafInstances.append(instance)
  }

  /// Leaves numbers unused up to the next word
  private mutating func padLeaves() {
    while leafInstances.count % 64 != 0 { leafInstances.append(nil) }
  }

  /// Numbers the junctions that others have for an operand, and then the tops
  private mutating func number(
    _ junctions: [Junction], _ memories: [CountedMemory], _ opposites: Opposites
  ) {
    var uses = Array(repeating: 0, count: leafOfInstance.count)
    for junction in junctions {
      for operand in junction.operands { uses[opposites.resolve(operand).instance] += 1 }
    }
    for memory in memories { uses[opposites.resolve(memory.operand).instance] += 1 }
    // A junction over a leaf counts the leaf, not the junction that stands for it.
    for junction in junctions where junction.isOfLeaf { uses[junction.instance] = 0 }
    var heights = Array(repeating: 0, count: uses.count)
    var inner: [Inner] = []
    for junction in junctions where uses[junction.instance] > 0 {
      let height =
        junction.operands.map { heights[opposites.resolve($0).instance] }.max() ?? 0
      heights[junction.instance] = height + 1
      inner.append(Inner(junction: junction, height: height))
    }
    number(inner, before: memories)
    firstTop = junctionInstances.count
    let topmost = junctions.filter { uses[$0.instance] == 0 }
    for top in topmost.sorted(by: { ($0.rank, $0.instance) < ($1.rank, $1.instance) }) {
      number(top)
    }
    padJunctions()
    let words = junctionInstances.count / 64
    marks = Array(repeating: 0, count: junctionInstances.count)
    negated = Array(repeating: 0, count: words)
    followed = negated
    for junction in junctions {
      guard let place = Self.place(junction.instance, in: junctionOfInstance) else { continue }
      let bit: UInt64 = 1 << UInt64(place & 63)
      if junction.kind.isNegated { negated[place >> 6] |= bit }
      if junction.isFollowed { followed[place >> 6] |= bit }
    }
    let topWords = words - firstTop / 64
    tops = Array(repeating: TopWord(), count: topWords)
    oppOfTop = Array(repeating: OppID(0), count: topWords * 64)
  }

  /// Numbers junctions and gates, each after its operands: those over no memory, the gates of these, those over such a
  /// memory, and so on
  private mutating func number(_ junctions: [Inner], before memories: [CountedMemory]) {
    let levels = memories.map { $0.level + 1 }.max() ?? 0
    if levels > 0 { gateOfInstance = Array(repeating: Self.noPlace, count: leafOfInstance.count) }
    for level in 0..<levels {
      let firstLayer = layers.count
      addLayers(of: junctions.filter { $0.junction.level == level })
      let firstGate = junctionInstances.count
      let firstMemory = memoryCount
      for memory in memories where memory.level == level {
        gateOfInstance[memory.instance] = UInt32(
          truncatingIfNeeded: firstMemory + junctionInstances.count - firstGate)
        junctionInstances.append(nil)
      }
      padJunctions()
      stages.append(
        Stage(
          layers: firstLayer..<layers.count, firstGate: firstGate, end: junctionInstances.count,
          firstMemory: firstMemory))
    }
    addLayers(of: junctions.filter { $0.junction.level >= levels })
  }

  /// Numbers junctions by their heights
  private mutating func addLayers(of junctions: [Inner]) {
    let byHeight = Dictionary(grouping: junctions) { $0.height }
    for (_, layer) in byHeight.sorted(by: { $0.key < $1.key }) {
      let first = junctionInstances.count
      for inner in layer { number(inner.junction) }
      padJunctions()
      layers.append(Layer(first: first, end: junctionInstances.count))
    }
  }

  /// The number of gates, those between two stages included
  private var memoryCount: Int {
    stages.last.map { $0.firstMemory + $0.end - $0.firstGate } ?? 0
  }

  /// Makes the gates, all of which are marked
  private mutating func addGates(_ found: [CountedMemory]) {
    memories = Array(repeating: nil, count: memoryCount)
    for memory in found {
      guard let gate = Self.place(memory.instance, in: gateOfInstance) else { continue }
      memories[gate] = MemoryGate(
        memory: memory, leaf: Self.place(memory.instance, in: leafOfInstance))
      _ = recall(memory.instance)
    }
  }

  /// Leaves numbers unused up to the next word
  private mutating func padJunctions() {
    while junctionInstances.count % 64 != 0 { junctionInstances.append(nil) }
  }

  private mutating func number(_ junction: Junction) {
    junctionOfInstance[junction.instance] = UInt32(truncatingIfNeeded: junctionInstances.count)
    junctionInstances.append(junction.instance)
  }

  // MARK: Edges

  /// Makes the edges, and the numbers of operands, all of which are unknown: not certain, and possible
  private mutating func connect(
    _ junctions: [Junction], _ memories: [CountedMemory], _ opposites: Opposites
  ) {
    let nodes = leafInstances.count + junctionInstances.count
    counts = Array(repeating: 511 | 511 << 10 | 1 << 20, count: junctionInstances.count)
    firstEdges = Array(repeating: 0, count: nodes + 1)
    forEachEdge(of: junctions, memories, opposites) { node, junction, _ in
      counts[junction] += 1
      firstEdges[node + 1] += 1
    }
    for node in 0..<nodes { firstEdges[node + 1] += firstEdges[node] }
    edges = Array(repeating: Edge(to: 0, isNegated: false), count: Int(firstEdges[nodes]))
    var next = firstEdges
    forEachEdge(of: junctions, memories, opposites) { node, junction, isNegated in
      edges[Int(next[node])] = Edge(to: junction, isNegated: isNegated)
      next[node] += 1
    }
  }

  /// Calls a function with each operand of each junction and gate as a node, the junction, and whether it negates the node
  private func forEachEdge(
    of junctions: [Junction], _ memories: [CountedMemory], _ opposites: Opposites,
    _ body: (_ node: Int, _ junction: Int, _ isNegated: Bool) -> Void
  ) {
    func edge(_ operand: InstanceID, to junction: Int, negates: Bool) {
      let (instance, isOpposite) = opposites.resolve(operand)
      var isNegated = isOpposite != negates
      if let leaf = Self.place(instance, in: leafOfInstance) {
        body(leaf, junction, isNegated)
      } else if let inner = Self.place(instance, in: junctionOfInstance) {
        if negated[inner >> 6] >> UInt64(inner & 63) & 1 != 0 { isNegated.toggle() }
        body(leafInstances.count + inner, junction, isNegated)
      }
    }
    for memory in memories {
      guard let junction = junctionOfGate(of: memory.instance) else { continue }
      edge(memory.operand, to: junction, negates: false)
    }
    for junction in junctions {
      guard let place = Self.place(junction.instance, in: junctionOfInstance) else { continue }
      for operand in junction.operands {
        edge(operand, to: place, negates: junction.kind.negatesOperands)
      }
    }
  }
}

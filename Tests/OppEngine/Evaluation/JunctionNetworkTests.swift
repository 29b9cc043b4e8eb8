import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppEngine

/// Counted junctions have the truths that Kleene's logic gives, and turn when those turn
@Suite(.limited) struct JunctionNetworkTests {
  private static let truths: [Truth] = [.false, .unknown, .true]

  /// The truth of a junction by the tables of Kleene: `and` is the least, `or` the greatest, `not` the opposite
  private func truth(_ junction: Junction, _ truths: [Truth]) -> Truth {
    let operands = junction.operands.map { truths[$0] }
    switch junction.kind {
    case .and: return operands.min() ?? Truth.true
    case .or: return operands.max() ?? Truth.false
    case .not: return operands.first?.negated ?? .unknown
    }
  }

  /// Settles all that is marked
  ///
  /// - Returns: the truth of each followed instance that turned.
  private func settle(_ network: inout JunctionNetwork) -> [InstanceID: Truth] {
    network.settle()
    var turned: [InstanceID: Truth] = [:]
    for turn in network.settled.turns {
      #expect(turned.updateValue(turn.truth, forKey: turn.instance) == nil)
    }
    network.clear()
    return turned
  }

  private func junction(
    _ instance: InstanceID, _ kind: JunctionKind, _ operands: [InstanceID], isFollowed: Bool = true
  ) -> Junction {
    Junction(instance: instance, operands: operands, kind: kind, isFollowed: isFollowed)
  }

  @Test(arguments: [JunctionKind.and, .or])
  func `two operands give the tables of Kleene`(kind: JunctionKind) {
    let junction = junction(2, kind, [0, 1])
    for left in Self.truths {
      for right in Self.truths {
        var network = JunctionNetwork([junction], instanceCount: 3)
        network.set(0, to: Reading.Kind(left))
        network.set(1, to: Reading.Kind(right))
        let expected = truth(junction, [left, right])
        #expect(settle(&network)[2] ?? Truth.unknown == expected, "\(left) \(right)")
      }
    }
  }

  @Test(arguments: LawSeeds.seeds(200))
  func `networks turn as their formulas do, whatever changes in between`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let leaves = random.number(in: 1...8)
    var junctions: [Junction] = []
    for instance in leaves..<(leaves + random.number(in: 1...90)) {
      let kind: JunctionKind = random.oneIn(4) ? .not : random.oneIn(2) ? .or : .and
      let count = kind == .not ? 1 : random.number(in: 2...4)
      // The same operand may come twice: `a and a`.
      let operands = (0..<count).map { _ in InstanceID(random.number(in: 0...instance - 1)) }
      let isFollowed = kind != .not || random.oneIn(2)
      junctions.append(junction(InstanceID(instance), kind, operands, isFollowed: isFollowed))
    }
    let count = leaves + junctions.count
    // Some leaves are conditions themselves, of which junctions may have another use.
    for leaf in 0..<leaves where random.oneIn(3) {
      junctions.append(junction(InstanceID(leaf), .and, [InstanceID(leaf)]))
    }
    var network = JunctionNetwork(junctions, instanceCount: count)
    var truths = Array(repeating: Truth.unknown, count: count)
    for _ in 0..<30 {
      let before = truths
      for _ in 0..<random.number(in: 1...3) {
        let leaf = random.number(in: 0...leaves - 1)
        truths[leaf] = Self.truths[random.number(in: 0...2)]
        network.set(InstanceID(leaf), to: Reading.Kind(truths[leaf]))
      }
      for junction in junctions where !junction.isOfLeaf {
        truths[junction.instance] = truth(junction, truths)
      }
      var expected: [InstanceID: Truth] = [:]
      for junction in junctions where junction.isFollowed {
        let instance = junction.instance
        if truths[instance] != before[instance] { expected[instance] = truths[instance] }
      }
      #expect(settle(&network) == expected)
    }
  }

  @Test func `a change back before it is settled is none`() {
    var network = JunctionNetwork([junction(2, .and, [0, 1])], instanceCount: 3)
    for operand in [0, 1] as [InstanceID] { network.set(operand, to: .yes) }
    #expect(settle(&network) == [2: Truth.true])
    network.set(0, to: .no)
    network.set(0, to: .yes)
    #expect(settle(&network) == [:])
  }

  @Test func `as many operands as there may be are counted`() {
    let count = JunctionNetwork.operandLimit
    let operands = (0..<count).map { InstanceID($0) }
    for kind in [JunctionKind.or, .and] {
      let (decisive, other): (Reading.Kind, Reading.Kind) = kind == .or ? (.yes, .no) : (.no, .yes)
      var network = JunctionNetwork(
        [junction(InstanceID(count), kind, operands)], instanceCount: count + 1)
      for operand in operands { network.set(operand, to: other) }
      #expect(settle(&network) == [InstanceID(count): Reading(kind: other).truth])
      for operand in operands { network.set(operand, to: decisive) }
      #expect(settle(&network) == [InstanceID(count): Reading(kind: decisive).truth])
    }
  }

  // MARK: Suspended leaves

  @Test(arguments: LawSeeds.seeds(200))
  func `suspended leaves leave every junction what its formula is`(seed: UInt64) {
    _ = checkSuspensions(seed, mostJunctions: 90)
  }

  @Test func `in small networks leaves are suspended often`() {
    var count = 0
    for seed in 0..<20 as Range<UInt64> { count += checkSuspensions(seed, mostJunctions: 6) }
    #expect(count > 100)
  }

  /// Turns the leaves of a random network, of which some are suspended, and compares all junctions with their formulas
  ///
  /// - Returns: the turns that suspended leaves did not take note of.
  private func checkSuspensions(_ seed: UInt64, mostJunctions: Int) -> Int {
    var random = SplitMix64(seed: seed)
    let leaves = random.number(in: 2...8)
    var junctions: [Junction] = []
    for instance in leaves..<(leaves + random.number(in: 1...mostJunctions)) {
      let kind: JunctionKind = random.oneIn(4) ? .not : random.oneIn(2) ? .or : .and
      let count = kind == .not ? 1 : random.number(in: 2...4)
      let operands = (0..<count).map { _ in InstanceID(random.number(in: 0...instance - 1)) }
      junctions.append(junction(InstanceID(instance), kind, operands))
    }
    let count = leaves + junctions.count
    var network = JunctionNetwork(junctions, instanceCount: count)
    network.letSuspend {
      $0.place > 0
    } with: {
      _ in
      []
    }
    var truths = Array(repeating: Truth.unknown, count: count)
    var suspensions = 0
    for _ in 0..<30 {
      for _ in 0..<random.number(in: 1...3) {
        let leaf = InstanceID(random.number(in: 0...leaves - 1))
        truths[leaf] = Self.truths[random.number(in: 0...2)]
        if network.suspends(leaf) {
          suspensions += 1
        } else {
          network.set(leaf, to: Reading.Kind(truths[leaf]))
        }
      }
      network.settle()
      while true {
        let resumed = network.takeResumedLeaves()
        if resumed.isEmpty { break }
        for leaf in resumed { network.set(leaf, to: Reading.Kind(truths[leaf])) }
        network.settle()
      }
      network.clear()
      for junction in junctions {
        truths[junction.instance] = truth(junction, truths)
        #expect(network.truth(of: junction.instance) == truths[junction.instance])
      }
    }
    return suspensions
  }

  @Test func `a leaf is suspended while all its junctions are decided without it`() {
    var network = JunctionNetwork(
      [junction(4, .and, [0, 1]), junction(5, .or, [1, 2]), junction(6, .and, [1, 1, 3])],
      instanceCount: 7)
    network.letSuspend {
      _ in
      true
    } with: {
      _ in
      []
    }
    func set(_ instance: InstanceID, _ kind: Reading.Kind) -> [InstanceID] {
      network.set(instance, to: kind)
      network.settle()
      network.clear()
      return network.takeResumedLeaves()
    }
    for instance in [0, 1, 3] as [InstanceID] {
      let resumed = set(instance, .no)
      #expect(resumed == [])
    }
    let isSuspendedAtFirst = network.suspends(1)
    #expect(!isSuspendedAtFirst, "the disjunction is open")
    _ = set(2, .yes)
    let isSuspended = network.suspends(1)
    let suspended = ([0, 1, 2, 3] as [InstanceID]).filter { network.isSuspended($0) }
    #expect(isSuspended && suspended == [1])
    // A suspended leaf is let be, until the disjunction waits for it.
    let (ignored, resumed, evaluated) = (set(1, .yes), set(2, .no), set(1, .yes))
    #expect(ignored == [] && resumed == [1] && evaluated == [])
    #expect(network.truth(of: 5) == Truth.true && network.truth(of: 4) == Truth.false)
    let isSuspendedAgain = network.suspends(1)
    #expect(!isSuspendedAgain)
  }

  @Test func `a junction that closes and opens again resumes what was suspended in between`() {
    var network = JunctionNetwork([junction(2, .and, [0, 1])], instanceCount: 3)
    network.letSuspend {
      $0 == 1
    } with: {
      _ in
      []
    }
    network.set(0, to: .yes)
    _ = settle(&network)
    network.set(0, to: .no)
    let isSuspended = network.suspends(1)
    network.set(0, to: .yes)
    _ = settle(&network)
    let resumed = network.takeResumedLeaves()
    #expect(isSuspended && resumed == [1])
  }

  // MARK: Memories

  @Test(arguments: LawSeeds.seeds(200))
  func `memories come to what the truths of every second do`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let leaves = random.number(in: 1...4)
    var (junctions, memories): ([Junction], [CountedMemory]) = ([], [])
    var levels = Array(repeating: 0, count: leaves)
    var isMemory = Array(repeating: false, count: leaves)
    for index in leaves..<(leaves + random.number(in: 1...40)) {
      let instance = InstanceID(index)
      func level(_ operand: InstanceID) -> Int { levels[operand] + (isMemory[operand] ? 1 : 0) }
      let operands = (0..<3).map { _ in InstanceID(random.number(in: 0...index - 1)) }
      isMemory.append(random.oneIn(3))
      if isMemory[index] {
        let duration = Int64(random.number(in: 0...12))
        let instruction: Instruction =
          random.oneIn(2) ? .lasting(duration) : .withinLast(duration)
        guard let result = instruction.memoryResult else { continue }
        levels.append(level(operands[0]))
        memories.append(
          CountedMemory(
            instance: instance, operand: operands[0], result: result,
            slot: StateSlot(memories.count), level: levels[index]))
      } else {
        let kind: JunctionKind = random.oneIn(4) ? .not : random.oneIn(2) ? .or : .and
        let own = kind == .not ? [operands[0]] : operands
        levels.append(own.map { level($0) }.max() ?? 0)
        junctions.append(
          Junction(
            instance: instance, operands: own, kind: kind, isFollowed: random.oneIn(2),
            level: levels[index]))
      }
    }
    var network = JunctionNetwork(junctions, memories, instanceCount: levels.count)
    var histories = memories.map { _ in TruthHistory(begins: 0) }
    // By second, from 0 on, and instance; before it all is unknown.
    var past: [[Truth]] = []
    var alarms: [Int64: [InstanceID]] = [:]
    var present = Array(repeating: Truth.unknown, count: levels.count)
    for second in 0..<Int64(60) {
      for memory in alarms[second] ?? [] {
        let isMemory = network.recall(memory)
        #expect(isMemory)
      }
      for _ in 0..<random.number(in: 0...2) {
        let leaf = random.number(in: 0...leaves - 1)
        // A second note of one second takes the place of the first.
        for _ in 0..<random.number(in: 1...2) {
          present[leaf] = Self.truths[random.number(in: 0...2)]
          network.set(InstanceID(leaf), to: Reading.Kind(present[leaf]))
          settle(&network, at: second, &histories, memories, &alarms)
        }
      }
      settle(&network, at: second, &histories, memories, &alarms)
      for index in leaves..<levels.count {
        let instance = InstanceID(index)
        if let own = junctions.first(where: { $0.instance == instance }) {
          present[index] = truth(own, present)
        } else if let own = memories.first(where: { $0.instance == instance }) {
          present[index] = truth(own, present, past)
        }
      }
      past.append(present)
      for index in leaves..<levels.count {
        guard let found = network.truth(of: InstanceID(index)) else { continue }
        #expect(found == present[index], "instance \(index) at \(second)")
      }
    }
  }

  /// Settles all stages, and notes the seconds of alarms
  private func settle(
    _ network: inout JunctionNetwork, at second: Int64, _ histories: inout [TruthHistory],
    _ memories: [CountedMemory], _ alarms: inout [Int64: [InstanceID]]
  ) {
    for stage in network.stages { network.settle(stage, at: second, &histories) }
    network.settle()
    for gate in network.awaiting {
      guard let gate = network.memories[gate] else { continue }
      #expect(gate.alarm > second)
      alarms[gate.alarm, default: []].append(gate.memory.instance)
    }
    network.clear()
  }

  /// The truth of a memory by that of its operand at each second that it looks back on
  private func truth(
    _ memory: CountedMemory, _ present: [Truth], _ past: [[Truth]]
  ) -> Truth {
    guard case .past(let deciding, let duration) = memory.result else { return .unknown }
    var seconds = [present[memory.operand]]
    for age in 0..<Int(duration) {
      let second = past.count - 1 - age
      seconds.append(second >= 0 ? past[second][memory.operand] : .unknown)
    }
    return (deciding == .false ? seconds.min() : seconds.max()) ?? .unknown
  }

  // MARK: Signals

  /// The truths of `and`s of one comparison each, over a signal 0 with comparisons 1, 2 …
  ///
  /// - Parameter turns: for each comparison whether it is true of the least value, and where it turns.
  private func network(
    _ turns: [(Bool, [Double])], isObject: Bool = false
  ) -> JunctionNetwork {
    var leaves = SignalLeaves(instance: 0, isObject: isObject)
    var junctions: [Junction] = []
    for (index, leaf) in turns.enumerated() {
      let instance = InstanceID(index + 1)
      leaves.leaves.append(
        SignalLeaves.Leaf(instance: instance, isTrueBelow: leaf.0, turns: leaf.1))
      junctions.append(junction(InstanceID(turns.count + index + 1), .and, [instance]))
    }
    return JunctionNetwork(
      junctions, signals: [leaves], instanceCount: turns.count * 2 + 1)
  }

  @Test(arguments: LawSeeds.seeds(100))
  func `comparisons turn where the signal meets or passes their constants`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var comparisons: [(Bool, [Double])] = []
    for _ in 0..<random.number(in: 1...150) {
      let points = (0..<random.number(in: 0...3)).map { _ in Double(random.number(in: -9...9)) }
      comparisons.append((random.oneIn(2), Set(points).sorted()))
    }
    var network = network(comparisons)
    var truths = comparisons.map { _ in Truth.unknown }
    for _ in 0..<40 {
      let before = truths
      if random.oneIn(8) {
        #expect(move(&network, to: .unknown))
        truths = comparisons.map { _ in .unknown }
      } else {
        let value = Double(random.number(in: -20...20)) / 2
        #expect(move(&network, to: .scalar(value)))
        truths = comparisons.map { comparison in
          let passed = comparison.1.count { $0 <= value }
          return comparison.0 == (passed % 2 == 0) ? .true : .false
        }
      }
      var expected: [InstanceID: Truth] = [:]
      for index in truths.indices where truths[index] != before[index] {
        expected[InstanceID(comparisons.count + 1 + index)] = truths[index]
      }
      #expect(settle(&network) == expected)
    }
  }

  @Test func `a value that drifts leaves the comparisons to be evaluated, until one is steady`() {
    var network = network([(false, [5])])
    #expect(move(&network, to: .scalar(7)))
    #expect(settle(&network) == [2: Truth.true])
    #expect(!move(&network, to: .drifting(7, perSecond: -1, until: 100)))
    #expect(network.places(ofLeavesOf: 0).map { network.leafInstances[$0] } == [1])
    network.set(1, to: .no)
    #expect(settle(&network) == [2: Truth.false])
    // It is in the same bucket as at first, where its comparison was left with another truth since.
    #expect(move(&network, to: .scalar(7)))
    #expect(settle(&network) == [2: Truth.true])
  }

  @Test func `objects are compared by their numbers`() {
    var network = network([(false, [3, 4])], isObject: true)
    #expect(move(&network, to: .object(3)))
    #expect(settle(&network) == [2: Truth.true])
    #expect(move(&network, to: .object(4)))
    #expect(settle(&network) == [2: Truth.false])
    #expect(!move(&network, to: .scalar(3)))
  }

  /// Moves signal 0
  private func move(_ network: inout JunctionNetwork, to reading: Reading) -> Bool {
    network.move(0, to: reading)
  }

  // MARK: Opps

  @Test func `an Opp is noted where its top comes true from what is not known to be true`() {
    var network = JunctionNetwork([junction(2, .or, [0, 1])], instanceCount: 3)
    func follow(_ instance: InstanceID, _ opp: OppID) -> TopID? {
      network.followRises(of: instance, by: [opp], isPlain: false, from: Truth.unknown)
    }
    let tops = [follow(2, 7), follow(2, 8), follow(1, 8)]
    #expect(tops == [0, nil, nil])
    #expect(
      network.lastKnown(of: 7)?.truth == Truth.unknown && network.lastKnown(of: 8)?.truth == nil)
    func risen(_ kind: Reading.Kind) -> [OppID] {
      network.set(0, to: kind)
      network.settle()
      defer { network.clear() }
      return network.settled.risen
    }
    network.set(1, to: .no)
    #expect(risen(.yes) == [7])
    network.setLastKnown(Truth.true, of: 7)
    #expect(risen(.unknown) == [])
    #expect(risen(.yes) == [])
    #expect(network.lastKnown(of: 7)?.truth == Truth.true)
    #expect(risen(.no) == [])
    #expect(network.lastKnown(of: 7)?.truth == Truth.false)
    #expect(risen(.unknown) == [])
    #expect(network.lastKnown(of: 7)?.truth == Truth.false)
    #expect(risen(.yes) == [7])
  }

  @Test func `plain Opps are handed out in the order of their ranks, where they are still true`() {
    var junctions = (0..<70).map { junction(InstanceID($0 + 70), .and, [InstanceID($0)]) }
    for index in junctions.indices { junctions[index].rank = 69 - index }
    var network = JunctionNetwork(junctions, instanceCount: 140)
    for index in 0..<70 {
      let top = network.followRises(
        of: InstanceID(index + 70), by: [OppID(index)], isPlain: true, from: Truth.unknown)
      #expect(top == TopID(69 - index))
    }
    func set(_ instances: [InstanceID], _ kind: Reading.Kind) {
      for instance in instances { network.set(instance, to: kind) }
      network.settle()
      network.clear()
    }
    set([0, 3, 69], .yes)
    set([3], .no)
    set([1, 2], .yes)
    set([2], .no)
    set([2], .yes)
    let (first, second) = (network.takeRisenTops(), network.takeRisenTops())
    #expect(first == [0, 67, 68, 69] && second == [])
    #expect(network.truth(of: 139) == Truth.true && network.truth(of: 73) == Truth.false)
    #expect(network.truth(of: 4) == Truth.unknown && network.truth(of: 2) == Truth.true)
    set([69], .no)
    set([69], .yes)
    let third = network.takeRisenTops()
    #expect(third == [0])
  }
}

extension Reading.Kind {
  /// The kind of a reading of a truth
  fileprivate init(_ truth: Truth) {
    self = Reading(truth, until: Seconds.never).kind
  }
}

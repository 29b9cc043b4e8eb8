/// The nodes of a graph by their operations, to find the node that an operation already has
///
/// A table with open addressing of indices into the graph, each with some bits of its hash beside it, so that a node is
/// kept once and compared seldom. A dictionary of operations took a tenth of the time of a check, and held every
/// operation twice.
///
/// ```
/// nodes      0 temp     1 20C     2 temp > 20C
/// entries    [–, 2, –, –, 0, 1, –, –]               at the place of its hash, or the next one that is free
/// ```
///
/// - Invariant: entries were added in the order of the nodes, and the last is removed first; so no entry was put behind
///   one that is gone.
struct NodeTable {
  /// 0 for a free place, else the upper half of the hash, and one more than the index
  private var entries = [UInt64](repeating: 0, count: 64)

  /// The number of nodes
  private var count = 0

  /// The node that an operation of a type is; nil if there is none
  func node(_ operation: Operation, _ type: ValueType, in nodes: [Node]) -> NodeID? {
    let hash = operation.quickHash
    var place = Self.place(of: hash, among: entries.count)
    while entries[place] != 0 {
      if entries[place] >> 32 == hash >> 32 {
        let index = Int(entries[place] & 0xFFFF_FFFF) - 1
        if nodes[index].operation == operation, nodes[index].type == type {
          return NodeID(index: Int32(truncatingIfNeeded: index))
        }
      }
      place = (place + 1) & (entries.count - 1)
    }
    return nil
  }

  /// Adds a node, which is the last of the graph
  mutating func add(_ operation: Operation, at index: Int) {
    if count * 3 >= entries.count * 2 { grow() }
    count += 1
    insert(operation.quickHash & 0xFFFF_FFFF_0000_0000 | UInt64(index + 1))
  }

  /// Removes a node, which is the last of the graph
  mutating func remove(_ operation: Operation, at index: Int) {
    let entry = operation.quickHash & 0xFFFF_FFFF_0000_0000 | UInt64(index + 1)
    var place = Self.place(of: entry, among: entries.count)
    while entries[place] != entry, entries[place] != 0 { place = (place + 1) & (entries.count - 1) }
    guard entries[place] != 0 else { return }
    entries[place] = 0
    count -= 1
  }

  private mutating func insert(_ entry: UInt64) {
    var place = Self.place(of: entry, among: entries.count)
    while entries[place] != 0 { place = (place + 1) & (entries.count - 1) }
    entries[place] = entry
  }

  /// Doubles the number of places; the nodes come in their order, as the invariant demands
  private mutating func grow() {
    var old = [UInt64](repeating: 0, count: count)
    for entry in entries where entry != 0 { old[Int(entry & 0xFFFF_FFFF) - 1] = entry }
    entries = [UInt64](repeating: 0, count: entries.count * 2)
    for entry in old { insert(entry) }
  }

  /// The first place of a hash, by its upper half alone; the number of places is a power of two
  ///
  /// The half is cut to the width of an index, which is 32 bits if the core is a WebAssembly module.
  private static func place(of hash: UInt64, among count: Int) -> Int {
    Int(truncatingIfNeeded: hash >> 32) & (count - 1)
  }
}

/// A hash of some numbers: each is added, and spread by a product with the golden ratio's fraction of 2⁶⁴
struct QuickHash {
  private(set) var value: UInt64 = 0

  mutating func mix(_ number: UInt64) {
    value = (value ^ number) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 29
  }

  mutating func mix(_ index: Int32, _ number: UInt64) {
    mix(UInt64(UInt32(bitPattern: index)))
    mix(number)
  }

  mutating func mix(_ nodes: [NodeID], _ number: UInt64) {
    for node in nodes { mix(UInt64(UInt32(bitPattern: node.index))) }
    mix(number)
  }

  mutating func mix(_ value: Value) {
    if case .scalar(let number) = value {
      mix(number.bitPattern)
    } else {
      mix(UInt64(truncatingIfNeeded: value.hashValue))
    }
  }

  mutating func mix(_ pieces: [TextPiece]) {
    for piece in pieces {
      switch piece {
      case .literal(let words): mix(UInt64(truncatingIfNeeded: words.hashValue))
      case .value(let node, let format):
        mix(UInt64(UInt32(bitPattern: node.index)))
        if let format { mix(UInt64(truncatingIfNeeded: format.hashValue)) }
      }
    }
  }
}

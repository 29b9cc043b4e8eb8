package import OppModel

/// An index into arrays of the engine, of a type of its own for each kind of thing
///
/// It is a number of 32 bits, `array[instance]` costs as much as `array[0]`, and a row is never taken for an instance.
///
/// The protocol and its functions are `@usableFromInline`, so that the compiler can inline them into other modules.
@usableFromInline
package protocol TypedIndex: Hashable, Sendable {
  var index: Int32 { get }
  init(index: Int32)
}

extension TypedIndex {
  /// The index of the element at a place of an array
  @_transparent @usableFromInline
  package init(_ place: Int) { self.init(index: Int32(truncatingIfNeeded: place)) }

  /// The place in an array
  @_transparent @usableFromInline
  package var place: Int { Int(index) }

  @_transparent @usableFromInline
  package static func < (left: Self, right: Self) -> Bool { left.index < right.index }

  /// The indices of all elements of an array, ascending
  package static func all<Element>(in array: [Element]) -> some RandomAccessCollection<Self> {
    array.indices.lazy.map { Self($0) }
  }
}

extension Array {
  @usableFromInline
  package subscript(index: some TypedIndex) -> Element {
    @_transparent get { self[Int(index.index)] }
    @_transparent _modify { yield &self[Int(index.index)] }
  }

  /// Whether there is an element at an index
  @inlinable
  package func has(_ index: some TypedIndex) -> Bool { indices.contains(index.place) }
}

/// An index that may be missing, in the four bytes of one
///
/// An `Optional` takes eight, which counts in tables with one for each instance or row. Interfaces have `Optional`.
struct CompactOptional<Index: TypedIndex>: Sendable {
  /// -1 for none
  private let index: Int32

  @_transparent
  init(_ wrapped: Index?) { index = wrapped?.index ?? -1 }

  static var none: Self {
    @_transparent get { Self(nil) }
  }

  @_transparent
  var wrapped: Index? { index < 0 ? nil : Index(index: index) }

  /// The index
  ///
  /// - Requires: it is not missing.
  @_transparent
  var present: Index { Index(index: index) }

  @_transparent
  var isNone: Bool { index < 0 }
}

// MARK: - Kinds

extension NodeID: TypedIndex {}
extension ScopeID: TypedIndex {}
extension SourceID: TypedIndex {}
extension TableID: TypedIndex {}
extension EnumerationID: TypedIndex {}
extension RequestID: TypedIndex {}

/// The index of a template in ``Program/templates``
///
/// The first ones are the nodes of the graph.
struct TemplateID: TypedIndex, Comparable {
  let index: Int32
  @_transparent
  init(index: Int32) { self.index = index }
  init(_ node: NodeID) { index = node.index }

  /// The template that an instance outside all scopes is
  init(_ instance: InstanceID) { index = instance.index }
}

extension ConditionGraph {
  /// The node that a template is of; nil for one that the engine has added
  @inline(__always)
  func node(of template: TemplateID) -> NodeID? {
    nodes.has(template) ? NodeID(index: template.index) : nil
  }
}

/// The index of an instance in ``InstanceTable``
@usableFromInline
package struct InstanceID: TypedIndex, Comparable {
  @usableFromInline
  package let index: Int32
  @_transparent @usableFromInline
  package init(index: Int32) { self.index = index }

  /// The instance that a template itself is: outside all scopes, the only one
  @_transparent
  init(_ template: TemplateID) { index = template.index }
}

/// The index of the rows that an instance is of, among the environments of ``InstanceTable``
struct EnvironmentID: TypedIndex {
  let index: Int32
  @_transparent
  init(index: Int32) { self.index = index }

  /// The environment outside all scopes, which has no rows
  static let empty = Self(index: -1)
}

/// The index of a row of any table in ``Facts/rows``
package struct RowIndex: TypedIndex {
  package let index: Int32
  @_transparent
  package init(index: Int32) { self.index = index }
}

/// The index of an Opp, or of a row of it, in ``RuleMonitor/opps``
@usableFromInline
package struct OppID: TypedIndex, Comparable {
  @usableFromInline
  package let index: Int32
  @_transparent @usableFromInline
  package init(index: Int32) { self.index = index }

  /// The index of the Opp at a place
  @inlinable
  package init(_ place: Int) { index = Int32(truncatingIfNeeded: place) }
}

/// The index of a rule in ``ConditionGraph/rules``
package struct RuleID: TypedIndex {
  package let index: Int32
  @_transparent
  package init(index: Int32) { self.index = index }
}

/// The index of a source with the values of its parameters in ``SourceStates/subjects``
package struct SubjectID: TypedIndex {
  package let index: Int32
  @_transparent
  package init(index: Int32) { self.index = index }
}

/// The index of a text, a place, a list or a row in an ``ObjectPool``
struct ObjectID: TypedIndex {
  let index: Int32
  @_transparent
  init(index: Int32) { self.index = index }
}

/// The index of the state of an instance among the states of its kind (see ``InstanceState``)
struct StateSlot: TypedIndex {
  let index: Int32
  @_transparent
  init(index: Int32) { self.index = index }
}

/// The index of events of the sun that share a crossing and a place in ``SunEvents``
struct SunGroupID: TypedIndex {
  let index: Int32
  @_transparent
  init(index: Int32) { self.index = index }
}

/// The number of a top in a ``JunctionNetwork``
struct TopID: TypedIndex, Comparable {
  let index: Int32
  @_transparent
  init(index: Int32) { self.index = index }
}

/// The index of a node in ``ConditionGraph/nodes``
package struct NodeID: Hashable, Sendable, Comparable {
  package let index: Int32
  package init(index: Int32) { self.index = index }
  package static func < (left: NodeID, right: NodeID) -> Bool { left.index < right.index }
}

/// The index of a source in ``ConditionGraph/sources``
package struct SourceID: Hashable, Sendable {
  package let index: Int32
  package init(index: Int32) { self.index = index }
}

/// The index of a table in ``ConditionGraph/tables``
package struct TableID: Hashable, Sendable {
  package let index: Int32
  package init(index: Int32) { self.index = index }
}

/// The index of an enum in ``ConditionGraph/enumerations``
package struct EnumerationID: Hashable, Sendable {
  package let index: Int32
  package init(index: Int32) { self.index = index }
}

/// The index of a request in ``ConditionGraph/requests``
package struct RequestID: Hashable, Sendable {
  package let index: Int32
  package init(index: Int32) { self.index = index }
}

/// The index of a row scope in ``ConditionGraph/scopes``
package struct ScopeID: Hashable, Sendable {
  package let index: Int32
  package init(index: Int32) { self.index = index }
}

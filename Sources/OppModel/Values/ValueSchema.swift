/// The schema that is needed to write a value, besides its type: the names of cases and of fields
package struct ValueSchema: Sendable {
  package let enumerations: [Enumeration]
  package let tables: [Table]

  package init(enumerations: [Enumeration] = [], tables: [Table] = []) {
    self.enumerations = enumerations
    self.tables = tables
  }

  package init(_ graph: ConditionGraph) {
    self.init(enumerations: graph.enumerations, tables: graph.tables)
  }

  /// The first name of a case
  package func caseName(_ value: Double, of id: EnumerationID) -> String? {
    // Any other number is no place in a list.
    guard value >= 0, value < 0x1p31,
      let enumeration = element(of: enumerations, at: Int(id.index)),
      let names = element(of: enumeration.cases, at: Int(Rounding.floor(value)))
    else { return nil }
    return names.first
  }

  /// The table of a name that rules may write, the last of several; nil if there is none
  package func table(named name: String) -> TableID? { tables.id(named: name) }

  /// The name of a table; empty if there is no such table
  package func tableName(_ id: TableID) -> String {
    // Read in place: a copy of the table would count the owners of all its lists.
    tables.indices.contains(Int(id.index)) ? tables[Int(id.index)].name : ""
  }

  /// The types of the fields that identify a row
  package func keyTypes(of id: TableID) -> [ValueType] {
    guard let table = element(of: tables, at: Int(id.index)) else { return [] }
    return table.key.map { element(of: table.fields, at: $0)?.type ?? .number }
  }

  /// The fields that identify a row
  func keyFields(of id: TableID) -> [Field] {
    guard let table = element(of: tables, at: Int(id.index)) else { return [] }
    return table.key.compactMap { element(of: table.fields, at: $0) }
  }

  /// The element at an index; nil beyond the list, as for an id of another graph
  private func element<Element>(of list: [Element], at index: Int) -> Element? {
    list.indices.contains(index) ? list[index] : nil
  }
}

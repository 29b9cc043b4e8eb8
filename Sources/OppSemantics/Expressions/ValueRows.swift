internal import OppModel

/// Makes rows of a list of values, which `as` then names
///
/// As with gaps, the rows are those of a table of places, 0, 1, 2, …: a place is one of a value as long as the list has it, and the
/// value is an element of the list. So all that works on rows works on values, and is unknown if the list is.
///
/// ```
/// distinct(tags) as x where x != "old"
///     rows of a table where place < count(list) and value != "old"     list: (places (distinct tags))
///     value     (elementAt list place)
/// ```
///
/// A list that is written out has its elements one by one, so that one that is unknown leaves the others known:
///
/// ```
/// [temp, feels_like, 20C] as x where x > 25C
///     rows where place < 3
///     value     (if place < 1 then temp else if place < 2 then feels_like else 20C)
/// ```
struct ValueRows: CheckerPart {
  let checker: Checker

  /// The rows of a list, in a scope below those that are open
  func rows(of list: NodeID, _ element: ValueType) -> CheckedRows {
    let table = builder.places(of: list) {
      nameTable.add(TableSymbol(isBroken: false))
      return builder.add(Table.values)
    }
    let all = rowChecker.allRows(of: table)
    let parts = builder.constantValue(of: list) == nil ? builder.elements(of: list) : nil
    let listed = parts.map(places) ?? list
    let type = builder.type(of: listed)
    // The list comes before all that uses its rows, which its evaluation adds.
    let rows = builder.node(.places(listed, table: table), type)
    let place = builder.node(.rowField(all.scope, field: 0), .number)
    let count = builder.node(.aggregateList(.count, rows), .number)
    let isThere = builder.node(.compare(.less, place, count), .bool)
    let value =
      parts.map { chosen(from: $0[...], at: place, element) }
      ?? builder.node(.apply(.elementAt, [rows, place]), element)
    return all.with(predicate: isThere).with(value: value, element: element)
  }

  /// The list 0, 1, … of the places of a list that is written out
  private func places(of elements: [NodeID]) -> NodeID {
    builder.constant(.list(elements.indices.map { .scalar(Double($0)) }), .list(.number))
  }

  /// The element at a place, found by halves so that the choice is not deep
  private func chosen(
    from elements: ArraySlice<NodeID>, at place: NodeID, _ type: ValueType
  ) -> NodeID {
    let middle = (elements.startIndex + elements.endIndex) / 2
    guard elements.count > 1 else {
      return elements.first ?? builder.constant(.list([]), type)
    }
    let bound = builder.constant(.scalar(Double(middle)), .number)
    let isBefore = builder.node(.compare(.less, place, bound), .bool)
    let first = chosen(from: elements[..<middle], at: place, type)
    let second = chosen(from: elements[middle...], at: place, type)
    return builder.node(.conditional(if: isBefore, then: first, else: second), type)
  }
}

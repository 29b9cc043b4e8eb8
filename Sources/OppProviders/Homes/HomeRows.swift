internal import OppEngine
internal import OppModel

/// The rows of a table, one for each entity
///
/// | field | of the entity |
/// | --- | --- |
/// | `entity_id`, `domain` | `sensor.phone_battery`, `sensor` |
/// | `name`, `unit`, `device_class` | `Phone battery`, `%`, `battery` |
/// | `state`, `value` | the state as a text, and as a value of the type of the field |
/// | `changed`, `updated` | the seconds at which the state, and anything of it, last changed |
/// | any other | the attribute of that name |
struct HomeRows: Sendable {
  let id: TableID
  let table: Table

  /// The only class and the only domain of entities; `nil` for all
  private let deviceClass: String?
  private let domain: String?
  private let values: [HomeValue]

  /// The most rows; all entities of a very large house
  static let longest = 100_000

  init(
    _ id: TableID, _ table: Table, deviceClass: String?, domain: String?, zone: Zone,
    enumerations: [Enumeration]
  ) {
    (self.id, self.table) = (id, table)
    (self.deviceClass, self.domain) = (deviceClass, domain)
    values = table.fields.map { HomeValue($0.type, zone: zone, enumerations: enumerations) }
  }

  /// The entity of an identity; `nil` if there is none, or the table is of others
  func included(_ id: String, _ state: HomeMemory.State) -> HomeEntity? {
    guard let entity = state.entities[id], domain == nil || EntityID.domain(id) == domain,
      deviceClass == nil || entity.deviceClass == deviceClass
    else { return nil }
    return entity
  }

  /// Takes the entities as they are now
  ///
  /// - Parameter touched: those that have changed; `nil` for all.
  func take(
    touched: Set<String>?, lost grace: Duration, _ state: inout HomeMemory.State,
    _ time: ContinuousClock.Instant = .now
  ) -> Arrival? {
    var ids = Set(state.entities.keys).union(state.rows.keys)
    if let touched { ids = touched }
    for id in ids {
      let entity = included(id, state)
      guard state.rows[id] != nil || entity != nil, state.rows.count < Self.longest else {
        continue
      }
      var content: [Value?]?
      if let entity, entity.isAvailable { content = row(id, entity) }
      var held = state.rows[id] ?? HeldValue()
      held.take(content, lost: grace, at: time)
      state.rows[id] = held
    }
    return change(&state)
  }

  /// The change since the last one that was handed over; `nil` for none
  func change(_ state: inout HomeMemory.State) -> Arrival? {
    var rows: [[Value]: [Value?]] = [:]
    var changed: [[Value?]] = []
    for (id, held) in state.rows.sorted(by: { $0.key < $1.key }) {
      let entity = included(id, state)
      if held.content == nil, entity == nil {
        state.rows[id] = nil
        continue
      }
      var content = held.content
      if content == nil, let entity { content = row(id, entity) }
      guard let row = content else { continue }
      let key = table.keyValues(of: row)
      guard key.count == table.key.count else { continue }
      if state.handedOverRows?[key] != row || rows[key] != nil { changed.append(row) }
      rows[key] = row
    }
    let before = state.handedOverRows
    let gone = before?.keys.filter { rows[$0] == nil } ?? []
    state.handedOverRows = rows
    guard before != nil else {
      return .rows(
        TableChange(table: id, rows: changed, removedKeys: [], isWhole: true))
    }
    guard !changed.isEmpty || !gone.isEmpty else { return nil }
    return .rows(TableChange(table: id, rows: changed, removedKeys: Array(gone)))
  }

  private func row(_ id: String, _ entity: HomeEntity) -> [Value?] {
    table.fields.indices.map { index in
      let field = table.fields[index]
      func text(_ text: String?) -> Value? { field.type == .text ? text.map { .text($0) } : nil }
      func instant(_ seconds: Double?) -> Value? {
        guard field.type == .instant, let seconds, seconds.isFinite else { return nil }
        return .scalar(seconds.rounded(.down))
      }
      switch field.name {
      case "entity_id": return text(id)
      case "domain": return text(EntityID.domain(id))
      case "name": return text(entity.name ?? EntityID.object(id))
      case "unit": return text(entity.unit)
      case "device_class": return text(entity.deviceClass)
      case "state" where field.type == .text: return text(entity.isAvailable ? entity.state : nil)
      case "changed": return instant(entity.changed)
      case "updated": return instant(entity.updated)
      case "state", "value":
        return entity.isAvailable ? try? values[index].value(ofState: entity, id: id) : nil
      default:
        guard let attribute = entity.attributes[field.name] else { return nil }
        return try? values[index].value(of: attribute, named: field.name, of: entity, nil)
      }
    }
  }
}

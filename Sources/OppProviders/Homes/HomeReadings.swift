internal import OppEngine
internal import OppModel

/// The readings of a source that the states of entities make
struct HomeReadings: Sendable {
  let id: SourceID
  let source: Source
  let fields: HomeFields
  private let values: [HomeValue]

  init(
    _ id: SourceID, _ source: Source, domain: String, zone: Zone, enumerations: [Enumeration]
  ) {
    (self.id, self.source) = (id, source)
    fields = HomeFields(domain: domain, source.fields)
    values = source.fields.map { HomeValue($0.type, zone: zone, enumerations: enumerations) }
  }

  /// Takes the entities as they are now
  ///
  /// - Parameter touched: those that have said something, be it the same as before.
  /// - Returns: the reading, if anything is new, and the mistakes that have not been said.
  func take(
    touched: Set<String>, lost grace: Duration, _ state: inout HomeMemory.State, at now: Instant,
    _ time: ContinuousClock.Instant = .now
  ) -> (arrival: Arrival?, mistakes: [String]) {
    var mistakes: [String] = []
    var spoke: Set<Int> = []
    for index in source.fields.indices {
      let candidate = fields.resolved(index, in: state.entities)
      if let candidate, touched.contains(candidate.entity) { spoke.insert(index) }
      let entity = candidate.flatMap { state.entities[$0.entity] }
      guard let candidate, let entity, entity.isAvailable else {
        state.fields[index].take(nil, lost: grace, at: time)
        continue
      }
      do throws(HomeValue.Mistake) {
        let value = try value(index, candidate, entity, state.configuration)
        state.fields[index].take(value, lost: grace, at: time)
      } catch {
        state.fields[index].take(nil, lost: .zero, at: time)
        let subject =
          candidate.attribute.map { "`\(candidate.entity)`, `\($0)`" } ?? "`\(candidate.entity)`"
        if state.said.insert(subject).inserted { mistakes.append("\(subject) \(error.reason)") }
      }
    }
    return (reading(spoke, &state, at: now), mistakes)
  }

  private func value(
    _ index: Int, _ candidate: HomeFields.Candidate, _ entity: HomeEntity,
    _ configuration: HomeConfiguration?
  ) throws(HomeValue.Mistake) -> Value {
    guard let name = candidate.attribute else {
      return try values[index].value(ofState: entity, id: candidate.entity)
    }
    guard let attribute = entity.attributes[name] else {
      throw HomeValue.Mistake(reason: "is missing")
    }
    return try values[index].value(of: attribute, named: name, of: entity, configuration)
  }

  /// The reading of all fields that spoke or are other than before; `nil` for none
  func reading(_ spoke: Set<Int>, _ state: inout HomeMemory.State, at now: Instant) -> Arrival? {
    let current = state.fields.map { $0.content.map { .known($0) } ?? FieldReading.missing }
    let before = state.handedOver
    let new = current.indices.map { index -> FieldReading in
      guard let before, before[index] == current[index] else { return current[index] }
      let isNews =
        spoke.contains(index) && current[index] != .missing && state.fields[index].end == nil
      return isNews ? current[index] : .unchanged
    }
    guard new.contains(where: { $0 != .unchanged }) else { return nil }
    state.handedOver = current
    return .reading(
      SourceReading(
        source: id, arguments: [], instant: now, fields: new, freshness: nil, isLasting: false))
  }

  /// The entities that the fields may mean and that there are not, each with the name of its field
  func missing(in entities: [String: HomeEntity]) -> [String] {
    source.fields.indices.compactMap { index in
      fields.resolved(index, in: entities) == nil ? fields.candidates[index].first?.entity : nil
    }
  }
}

internal import OppEngine
internal import OppModel
package import OppSession

/// The entities of a Home Assistant, for rules about them
package struct HomeInventory: Sendable {
  /// In the order of their identities, without hidden and diagnostic ones
  package let entities: [Entity]

  /// An entity as far as a declaration needs it
  package struct Entity: Hashable, Sendable {
    /// `sensor.kitchen_temperature`
    package let id: String
    package let name: String
    package let state: String
    package let unit: String?
    package let deviceClass: String?

    /// The words that the state may be, of a select or a sensor of the class enum
    package let options: [String]

    /// The names of its attributes
    package let attributes: Set<String>
  }

  /// Asks a Home Assistant
  ///
  /// - Parameters:
  ///   - url: the address, such as `http://homeassistant.local:8123`.
  ///   - token: a long-lived access token.
  package static func fetch(
    url: String, token: Secret, web: WebClient
  ) async throws(FetchFailure) -> HomeInventory {
    let options = ConnectorOptions(
      target: "notifications", kind: "homeassistant", values: ["url": .text(url)],
      secrets: ["token": token], folder: "")
    let settings = ConnectorSettings(
      options: options, graph: ConditionGraph(), zone: .utc, web: web, secretVariables: [])
    let access: HomeAccess
    do throws(ConnectorProblem) {
      access = try HomeAccess(settings)
    } catch {
      throw FetchFailure(.misconfigured, error.reason)
    }
    let hub = web.homes.hub(access, HomeAssistantConnector.pace)
    hub.hold()
    defer { hub.release() }
    do {
      let states = try await hub.result(of: .states, within: HomeSession.answerLimit)
      // An older Home Assistant has no such list: nothing is left out then.
      let registry = try? await hub.result(of: .registry, within: HomeSession.answerLimit)
      return HomeInventory(states: states, registry: registry)
    } catch let refusal as HomeRefusal {
      throw FetchFailure(.refused, "\(access.name) refuses: \(refusal.message)")
    } catch {
      throw (error as? HomeFault ?? .silent).failure(access)
    }
  }

  /// - Parameters:
  ///   - states: the result of `get_states`.
  ///   - registry: the result of `config/entity_registry/list_for_display`; `nil` for none.
  init(states: HomeMessage, registry: HomeMessage?) {
    let hidden = Self.hidden(registry)
    let objects = states.elements ?? []
    entities = objects.compactMap { object -> Entity? in
      guard let id = object["entity_id"]?.text, !hidden.contains(id) else { return nil }
      let state = HomeEntity(stateObject: object)
      return Entity(
        id: id, name: state.name ?? EntityID.object(id), state: state.state, unit: state.unit,
        deviceClass: state.deviceClass,
        options: object["attributes"]?["options"]?.elements?.compactMap { $0.text } ?? [],
        attributes: Set(state.attributes.keys))
    }.sorted { $0.id < $1.id }
  }

  /// The entities that a person does not see: hidden ones, and those for settings and diagnoses
  private static func hidden(_ registry: HomeMessage?) -> Set<String> {
    let entries = registry?["entities"]?.elements ?? []
    return Set(
      entries.compactMap { entry in
        entry["hb"]?.truth == true || entry["ec"]?.integer != nil ? entry["ei"]?.text : nil
      })
  }
}

extension HomeCommand {
  static let registry = HomeCommand("config/entity_registry/list_for_display")
}

/// A command to Home Assistant, without its number
///
/// ```
/// {"id":1,"type":"subscribe_entities","entity_ids":["sensor.kitchen","binary_sensor.door"]}
/// {"id":2,"type":"call_service","domain":"switch","service":"turn_off","service_data":{"entity_id":"switch.heater"}}
/// ```
///
/// https://developers.home-assistant.io/docs/api/websocket
struct HomeCommand: Hashable, Sendable {
  let type: String

  /// The members beside `id` and `type`, each with its value as JSON
  private let members: [Member]

  private struct Member: Hashable {
    let name: String
    let json: String
  }

  init(_ type: String, _ members: [(name: String, json: String?)] = []) {
    self.type = type
    self.members = members.compactMap { member in
      member.json.map { Member(name: member.name, json: $0) }
    }
  }

  func text(id: Int) -> String {
    Notice.object(
      [("id", "\(id)"), ("type", Notice.json(type))] + members.map { ($0.name, $0.json) })
  }

  static let config = HomeCommand("get_config")
  static let states = HomeCommand("get_states")
  static let ping = HomeCommand("ping")

  /// - Parameter ids: the entities; empty for all of them.
  static func entities(_ ids: [String]) -> HomeCommand {
    HomeCommand("subscribe_entities", [("entity_ids", ids.isEmpty ? nil : Notice.json(ids))])
  }

  static func events(_ type: String) -> HomeCommand {
    HomeCommand("subscribe_events", [("event_type", Notice.json(type))])
  }

  static func unsubscribe(_ id: Int) -> HomeCommand {
    HomeCommand("unsubscribe_events", [("subscription", "\(id)")])
  }
}

import OppModel
import OppTestLimits
import Testing

/// The words about a connector that editors and pages derive from its description
@Suite(.limited) struct ConnectorDescriptionTests {
  private let service = ConnectorDescription(
    "openweathermap", "The weather.", serves: [.data],
    options: [.secret("key", isRequired: true), .text("url")])
  private let payload = ConnectorDescription(
    "apns_payload", "Payloads.", serves: [.notifications],
    options: [.text("file", isRequired: true)])
  private let program = ConnectorDescription(
    "command", "A program.", serves: [.data, .notifications], options: [])

  @Test func `the form shows the options that are needed`() {
    #expect(service.form == "connect … to openweathermap(key: …)")
    #expect(payload.form == "connect notifications to apns_payload(file: …)")
    #expect(program.form == "connect … to command()")
  }

  @Test func `the page is named after the connector`() {
    #expect(service.page == "OpenweathermapConnector")
    #expect(payload.page == "ApnsPayloadNotifier")
    #expect(program.page == "CommandConnector")
  }

  @Test func `a catalogue knows which connectors serve what is connected`() {
    let catalogue = ConnectorCatalogue([service, payload, program])
    #expect(catalogue.names(for: "weather") == ["openweathermap", "command"])
    #expect(catalogue.names(for: "notifications") == ["apns_payload", "command"])
    #expect(catalogue.names(for: "places") == [])
    #expect(catalogue.connector(named: "command") == program)
    #expect(catalogue.connector(named: "ical") == nil)
  }

  @Test func `an option is described with its type`() {
    #expect(ConnectorOption.text("url", isRequired: true).phrase == "a text")
    #expect(ConnectorOption("radius", .length).phrase == "a length, optional")
    #expect(ConnectorOption.secret("key").phrase == "a secret, from the environment, optional")
    #expect(ConnectorOption.secret("key").type == nil)
  }
}

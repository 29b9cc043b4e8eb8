package import OppEngine
package import OppModel
internal import OppRecordings
package import OppSession

/// `geojson(file)`: places of a person's own, as a recording has them (RFC 7946)
///
/// ```json
/// {"type": "FeatureCollection", "features": [{"type": "Feature",
///   "properties": {"name": "Walker Avenue Market", "category": "grocery store"},
///   "geometry": {"type": "Point", "coordinates": [-79.81, 36.07]}}]}
/// ```
///
/// Coordinates are longitude, then latitude (RFC 7946, section 3.1.1). The file is read for every fetch: one category,
/// one response.
package struct GeoJSONConnector: Connector {
  package let provider: Provider

  /// The file, resolved from the folder of the rules
  private let path: String

  /// The file for messages: not its path if that is a secret
  private let name: String

  /// In bytes: 32 MiB
  private static let sizeLimit = 32 << 20

  /// The number of seconds for which the places count: a file is soon read
  private static let freshness: Int64 = 300

  /// Next to nothing beside the cost 1 of a request over the network
  private static let cost = 0.01

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "geojson", "Places of a GeoJSON file.", serves: [.places],
    options: [.text("file", isRequired: true)],
    connector: { settings throws(ConnectorProblem) in try GeoJSONConnector(settings) })

  /// - Throws: if an option is not valid.
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    try settings.requireTarget("places")
    guard let (text, isSecret) = settings.textOrSecret("file") else {
      throw ConnectorProblem("`geojson` needs a file")
    }
    path = settings.path(of: text)
    name = isSecret ? "the file of places" : text
    provider = Provider(
      name: settings.name, served: [.places], freshness: Self.freshness, cost: Self.cost,
      latency: 0)
  }

  package var watchedFiles: [String] { [path] }

  package func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    do throws(FetchFailure) {
      guard case .places(let category) = fetch.subject else {
        throw FetchFailure(.misconfigured, "geojson() provides places")
      }
      let places = try read().filter { $0.category == category }
      return FetchResponse(fetch: fetch, outcome: .arrived([.places(places, category: category)]))
    } catch {
      return FetchResponse(fetch: fetch, outcome: .failed(error))
    }
  }

  /// Every place of the file; nothing of a file with a mistake in it
  private func read() throws(FetchFailure) -> [KnownPlace] {
    let file: TextFile
    do throws(TextFile.ReadFailure) {
      file = try TextFile(path: path, limit: Self.sizeLimit)
    } catch {
      let problem = RecordingProblem(kind: error.kind, file: name)
      throw .file(.misconfigured, "\(name): \(problem.message)")
    }
    var problems = ProblemList()
    let places = PlacesReader.read(file, &problems)
    if let problem = problems.listed.first(where: { !$0.isWarning }) {
      throw .file(.unreadable, "\(name):\(problem.line): \(problem.message)")
    }
    return places
  }
}

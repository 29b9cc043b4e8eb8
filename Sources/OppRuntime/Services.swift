internal import OppKit

/// The providers of a runner, by the sources and tables that they supply
struct Services {
  /// The supplies of all of them, and those that are pushed
  let supplies: [String: Supply]

  private let providers: [String: any Provider]

  init(_ providers: [any Provider], pushed: [String]) {
    var supplies = Dictionary(pushed.map { ($0, Supply.pushed) }) { first, _ in first }
    var found: [String: any Provider] = [:]
    for provider in providers {
      for (name, supply) in provider.supplies where supplies[name] == nil {
        supplies[name] = supply
        found[name] = provider
      }
    }
    self.supplies = supplies
    self.providers = found
  }

  /// The provider of a source or table
  func provider(of source: String) -> any Provider {
    // The supply of the calendar has the rows of the agenda as well.
    providers[source] ?? (source == "agenda" ? providers["calendar"] : nil) ?? NoProvider()
  }
}

/// Stands in if nothing responds to a request
private struct NoProvider: Provider {
  let supplies: [String: Supply] = [:]

  func respond(to request: Request) async throws(RequestFailure) -> [Arrival]? {
    throw RequestFailure(.misconfigured, "nothing provides \(request.source)")
  }
}

extension Provider {
  /// The response to a request, also if it fails
  func response(to request: Request) async -> Response {
    do throws(RequestFailure) {
      guard let arrivals = try await respond(to: request) else { return .unchanged(request.id) }
      return Response(to: request.id, arrivals)
    } catch {
      return Response(to: request.id, failure: error)
    }
  }
}

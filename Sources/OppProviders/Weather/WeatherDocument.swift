internal import OppEngine
internal import OppModel
internal import OppSession

/// A document of a weather service
///
/// A new weather service is a type of this kind, and a connector that makes the request: everything else is shared.
protocol WeatherDocument {
  init(_ document: JSONDocument)

  /// The weather now, and the time that the service gives it
  func present() throws(FetchFailure) -> (report: WeatherReport, time: Instant?)

  /// The weather of the hours to come
  func expected() throws(FetchFailure) -> [WeatherReport]
}

extension WeatherTarget {
  /// The response to a fetch: the service's to a request
  ///
  /// - Parameters:
  ///   - memory: of the table; nil for the weather now.
  ///   - request: the request for the place of the fetch, which may not be known.
  func response<Reader: WeatherDocument>(
    to fetch: Fetch, at now: Instant, from web: WebClient, _ memory: RowDiffer?,
    as reader: Reader.Type, request: (Fetch) throws(FetchFailure) -> WebRequest
  ) async -> FetchResponse {
    do throws(FetchFailure) {
      let exchange = await web.exchange(try request(fetch))
      return FetchResponse(
        fetch: fetch, outcome: outcome(of: exchange, fetch, now, memory, as: reader),
        bytes: exchange.bytes)
    } catch {
      return FetchResponse(fetch: fetch, outcome: .failed(error))
    }
  }

  /// The outcome of a fetch: the weather now, or the table of the forecast
  ///
  /// - Parameter memory: of the table; nil for the weather now.
  private func outcome<Reader: WeatherDocument>(
    of exchange: HTTPExchange, _ fetch: Fetch, _ now: Instant, _ memory: RowDiffer?,
    as reader: Reader.Type
  ) -> FetchResponse.Outcome {
    do throws(FetchFailure) {
      let document = try JSONDocument(try exchange.result.get(), expected: "the weather")
      let parsed = reader.init(document)
      guard let memory else {
        let (report, time) = try parsed.present()
        return .arrived(arrivals(report, of: fetch, time: time, now: now))
      }
      return memory.change(to: rows(try parsed.expected())).map { .arrived([.rows($0)]) }
        ?? .unchanged
    } catch {
      return .failed(error)
    }
  }
}

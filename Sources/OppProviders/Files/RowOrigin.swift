internal import OppEngine

/// The service or program that rows in JSON come from, and its part in messages
///
/// | a service | a program | a line of a program |
/// | --- | --- | --- |
/// | nas.lan did not respond with JSON | weather.sh printed no JSON | line 3 of weather.sh is no JSON |
/// | nas.lan responded with an error | weather.sh printed an error | line 3 of weather.sh has an error |
/// | the response of nas.lan has no `items` | the output of weather.sh has no `items` | |
enum RowOrigin {
  /// By its host
  case service(String)

  /// By its name without folders
  case program(String)

  /// By its number and the name of the program
  case line(Int, program: String)

  /// The host, or the name of the program
  var name: String {
    switch self {
    case .service(let name), .program(let name), .line(_, let name): name
    }
  }

  /// The subject of a sentence about the document: `the response of nas.lan`
  var document: String {
    switch self {
    case .service(let host): "the response of \(host)"
    case .program(let name): "the output of \(name)"
    case .line(let number, let name): "line \(number) of \(name)"
    }
  }

  /// The failure of a document that is no JSON
  var noJSON: FetchFailure {
    switch self {
    case .service(let host): failure("\(host) did not respond with JSON")
    case .program(let name): failure("\(name) printed no JSON")
    case .line: failure("\(document) is no JSON")
    }
  }

  /// The failure of a document that concerns something else
  var noField: FetchFailure { failure("\(document) has no field that is wanted") }

  /// The failure of a document by its content
  ///
  /// - Parameter content: such as `nothing`, `no reading`.
  func gave(_ content: String) -> FetchFailure {
    switch self {
    case .service(let host): failure("\(host) responded with \(content)")
    case .program(let name): failure("\(name) printed \(content)")
    case .line: failure("\(document) has \(content)")
    }
  }

  func failure(_ reason: String) -> FetchFailure {
    switch self {
    case .service: FetchFailure(.unreadable, reason)
    case .program, .line: FetchFailure(.unreadable, reason, remedy: "Check the program")
    }
  }
}

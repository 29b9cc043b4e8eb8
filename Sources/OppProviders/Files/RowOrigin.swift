internal import OppEngine
internal import OppSession

/// The service, program or topic that rows in JSON come from, and its part in words for people
///
/// | a service | a program | a line of a program | a message |
/// | --- | --- | --- | --- |
/// | nas.lan did not respond with JSON | weather.sh printed no JSON | line 3 of weather.sh is no JSON | the message on `home/hall` is no JSON |
/// | nas.lan responded with an error | weather.sh printed an error | line 3 of weather.sh has an error | the message on `home/hall` is an error |
/// | the response of nas.lan has no `items` | the output of weather.sh has no `items` | | the message on `home/hall` has no `items` |
enum RowOrigin {
  /// By its host
  case service(String)

  /// By its name without folders
  case program(String)

  /// By its number and the name of the program
  case line(Int, program: String)

  /// A message of a broker, by its topic
  case message(String)

  /// The host, the name of the program, or the topic
  var name: String {
    switch self {
    case .service(let name), .program(let name), .line(_, let name), .message(let name): name
    }
  }

  /// The subject of a sentence about the document: `the response of nas.lan`
  var document: String {
    switch self {
    case .service(let host): "the response of \(host)"
    case .program(let name): "the output of \(name)"
    case .line(let number, let name): "line \(number) of \(name)"
    case .message(let topic): "the message on `\(topic)`"
    }
  }

  /// The failure of a document that is no JSON
  var noJSON: FetchFailure {
    switch self {
    case .service(let host): failure("\(host) did not respond with JSON")
    case .program(let name): failure("\(name) printed no JSON")
    case .line: failure("\(document) is no JSON")
    case .message(let topic): failure("the message on `\(topic)` is no JSON")
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
    case .message(let topic): failure("the message on `\(topic)` is \(content)")
    }
  }

  func failure(_ reason: String) -> FetchFailure {
    switch self {
    case .service, .message: FetchFailure(.unreadable, reason)
    case .program, .line: FetchFailure(.unreadable, reason, remedy: "Check the program")
    }
  }
}

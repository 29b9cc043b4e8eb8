internal import OppRecordings
internal import OppSystem

/// A WebDAV server's response about several resources at once (RFC 4918, section 13)
///
/// ```xml
/// <multistatus>
///   <response>                          one a resource
///     <href>/ada/team/1.ics</href>
///     <propstat>                        one a status; without any, `status` is of the resource
///       <prop><getetag>"1"</getetag></prop>
///       <status>HTTP/1.1 200 OK</status>
///     </propstat>
///   </response>
///   <sync-token>…</sync-token>
/// </multistatus>
/// ```
struct Multistatus {
  /// In the order of the document
  fileprivate(set) var responses: [Response] = []

  /// The token of a `sync-collection` (RFC 6578) for the next request
  fileprivate(set) var syncToken: String?

  /// More than a person has events
  static let responseLimit = 200_000

  /// The part of a response that is of one resource
  struct Response {
    /// The address as the server wrote it: a path or a URL, encoded in some way
    fileprivate(set) var href = ""

    /// The status of the whole resource; nil if its properties have their own
    fileprivate(set) var status: Int?

    /// The properties that were requested and are there
    fileprivate(set) var properties = Properties()

    /// The worst status of the requested properties, that of missing ones (404) left out
    fileprivate(set) var fault: Int?

    /// `true` if a requested property is missing
    fileprivate(set) var lacksSomething = false
  }

  /// The properties that a calendar is read with
  struct Properties {
    /// The names in `resourcetype`, such as `collection`, `calendar`, `principal`
    fileprivate(set) var types: Set<String>?

    /// The reference to the user's principal; nil if it is missing
    fileprivate(set) var principal: String?

    /// References to the collections that hold the calendars of a principal
    fileprivate(set) var homes: [String] = []

    /// The addresses of a principal, such as `mailto:ada@example.org`
    fileprivate(set) var addresses: [String] = []

    /// The name of a calendar for people
    fileprivate(set) var name: String?

    /// `true` if the events of a calendar do not make the person busy; `nil` if the server does not report it
    fileprivate(set) var isTransparent: Bool?

    /// The components that a calendar may hold; nil if it does not report them
    fileprivate(set) var components: Set<String>?

    /// The token of the collection's present state, for the next `sync-collection` (RFC 6578)
    fileprivate(set) var syncToken: String?

    /// The property `getctag` of calendarserver.org: it changes whenever anything in the collection does
    fileprivate(set) var collectionTag: String?

    /// `getetag`: it changes whenever the resource does
    fileprivate(set) var tag: String?

    /// `calendar-data`: the text of the resource in iCalendar (RFC 5545)
    fileprivate(set) var calendar: String?
  }
}

extension Multistatus {
  /// Reads the body of a response of status 207
  ///
  /// - Returns: nil if the bytes are no multistatus, or are cut off.
  init?(_ bytes: [UInt8]) {
    var reader = MultistatusReader(TextFile(path: "", bytes: bytes))
    guard let read = reader.read() else { return nil }
    self = read
  }
}

/// Reads the elements of a multistatus by their path
///
/// ```
/// path                                                text
/// [multistatus, response, href]                       "/ada/team/1.ics"
/// [multistatus, response, propstat, prop, getetag]    "\"1\""
/// ```
///
/// Names are compared without their namespace prefix. Unknown elements are passed over, wherever they are.
private struct MultistatusReader {
  /// The bytes, which every name and text of the XML reader refers to
  private let file: TextFile

  /// The responses read so far
  private var result = Multistatus()

  /// The names of the open elements, from the root
  private var path: [String] = []

  /// The text since the last start or end of an element
  private var text = ""

  /// The response that is being read
  private var response = Multistatus.Response()

  /// The properties of the current `propstat`, before its status is known
  private var properties = Multistatus.Properties()

  /// The status of the current `propstat`; nil before it has come
  private var status: Int?

  init(_ file: TextFile) {
    self.file = file
  }

  /// - Returns: nil if it is no multistatus, or one that ends before its root does.
  mutating func read() -> Multistatus? {
    var reader = XMLReader(file: file)
    do throws(XMLReader.Failure) {
      while true {
        switch try reader.next() {
        case .start(let name, let attributes):
          guard !path.isEmpty || name == "multistatus" else { return nil }
          path.append(name)
          start(attributes)
        case .text(let cell):
          guard let part = file.xmlText(cell, isVerbatim: false) else { return nil }
          text += part
        case .verbatim(let cell):
          guard let part = file.xmlText(cell, isVerbatim: true) else { return nil }
          text += part
        case .end:
          guard end() else { return nil }
          path.removeLast()
        case .endOfFile: return result
        }
      }
    } catch {
      return nil
    }
  }

  /// Begins an element, the last of ``path``, and discards the content of the one before it of the same kind
  ///
  /// An empty `resourcetype` is a known set of no types, which differs from a missing one.
  private mutating func start(_ attributes: [XMLReader.Attribute]) {
    text = ""
    switch path.dropFirst() {
    case ["response"]: response = Multistatus.Response()
    case ["response", "propstat"]:
      properties = Multistatus.Properties()
      status = nil
    case ["response", "propstat", "prop", "resourcetype"]: properties.types = []
    case ["response", "propstat", "prop", "schedule-calendar-transp"]:
      // Radicale keeps that it was set, and forgets the value; `opaque` is never set, because it needs no setting.
      properties.isTransparent = true
    case ["response", "propstat", "prop", "schedule-calendar-transp", "opaque"]:
      properties.isTransparent = false
    case ["response", "propstat", "prop", "supported-calendar-component-set"]:
      properties.components = []
    case ["response", "propstat", "prop", "supported-calendar-component-set", "comp"]:
      for attribute in attributes where attribute.name == "name" {
        guard let name = file.xmlText(attribute.value, isVerbatim: false) else { continue }
        properties.components?.insert(name.uppercased())
      }
    default: break
    }
  }

  /// Ends an element, the last of ``path``, and adds its content to the element around it
  ///
  /// - Returns: whether it can be understood.
  private mutating func end() -> Bool {
    let parts = path.dropFirst()
    let trimmed = text.trimming(" \t\r\n")
    switch parts {
    case ["sync-token"]: result.syncToken = trimmed
    case ["response"]: return add()
    case ["response", "href"]: response.href = trimmed
    case ["response", "status"]:
      guard let status = Self.status(trimmed) else { return false }
      response.status = status
    case ["response", "propstat", "status"]:
      guard let status = Self.status(trimmed) else { return false }
      self.status = status
    case ["response", "propstat"]: return addProperties()
    default:
      if parts.starts(with: ["response", "propstat", "prop"]) {
        read(parts.dropFirst(3), trimmed)
      }
    }
    text = ""
    return true
  }

  /// Takes the text of a property
  ///
  /// - Parameters:
  ///   - property: its path below `prop`, such as `[current-user-principal, href]`.
  ///   - trimmed: the text without white space around it; of `calendar-data` every space counts.
  private mutating func read(_ property: ArraySlice<String>, _ trimmed: String) {
    switch property {
    case ["current-user-principal", "href"]: properties.principal = trimmed
    case ["calendar-home-set", "href"]: properties.homes.append(trimmed)
    case ["calendar-user-address-set", "href"]: properties.addresses.append(trimmed)
    case ["displayname"]: properties.name = trimmed
    case ["sync-token"]: properties.syncToken = trimmed
    case ["getctag"]: properties.collectionTag = trimmed
    case ["getetag"]: properties.tag = trimmed
    case ["calendar-data"]: properties.calendar = text
    default:
      if property.count == 2, property.first == "resourcetype", let type = property.last {
        properties.types?.insert(type)
      }
    }
  }

  /// Adds the properties of a `propstat` whose status is one of success; otherwise notes the problem
  ///
  /// - Returns: false without a status.
  private mutating func addProperties() -> Bool {
    guard let status else { return false }
    if (200..<300).contains(status) {
      response.properties.add(properties)
    } else if status == 404 {
      response.lacksSomething = true
    } else {
      response.fault = max(response.fault ?? 0, status)
    }
    return true
  }

  /// Adds the response that has ended
  ///
  /// - Returns: false for one without `href`, or one too many.
  private mutating func add() -> Bool {
    guard !response.href.isEmpty, result.responses.count < Multistatus.responseLimit else {
      return false
    }
    result.responses.append(response)
    return true
  }

  /// `HTTP/1.1 200 OK`
  private static func status(_ line: String) -> Int? {
    let words = line.split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1]),
      (100..<600).contains(status)
    else { return nil }
    return status
  }
}

extension Multistatus.Properties {
  /// Adds the properties that another `propstat` of the same resource reports
  fileprivate mutating func add(_ other: Self) {
    types = other.types ?? types
    principal = other.principal ?? principal
    homes += other.homes
    addresses += other.addresses
    name = other.name ?? name
    isTransparent = other.isTransparent ?? isTransparent
    components = other.components ?? components
    syncToken = other.syncToken ?? syncToken
    collectionTag = other.collectionTag ?? collectionTag
    tag = other.tag ?? tag
    calendar = other.calendar ?? calendar
  }
}

internal import OppModel

/// The bodies of the requests of CalDAV (RFC 4791), and of the extensions of WebDAV that it uses (RFC 5397, RFC 6578)
enum CalDAVRequest {
  /// The query for the kind of a resource, the resources that it leads to, and whether anything in it has changed
  ///
  /// The addresses of a person and the transparency of a calendar are those of RFC 6638, sections 2.4.1 and 9.1.
  static let properties = """
    <?xml version="1.0" encoding="utf-8"?>
    <D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"
     xmlns:S="http://calendarserver.org/ns/"><D:prop><D:resourcetype/>\
    <D:current-user-principal/><C:calendar-home-set/><C:supported-calendar-component-set/>\
    <C:calendar-user-address-set/><C:schedule-calendar-transp/><D:displayname/>\
    <D:sync-token/><S:getctag/></D:prop></D:propfind>
    """

  /// The tags of the resources with an event in a window (RFC 4791, section 7.8)
  ///
  /// ```xml
  /// <C:time-range start="20260518T120000Z" end="20270803T120000Z"/>      at noon on 21 June 2026
  /// ```
  static func events(in window: CalendarWindow) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">\
    <D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name="VCALENDAR">\
    <C:comp-filter name="VEVENT">\
    <C:time-range start="\(utc(window.from))" end="\(utc(window.to))"/>\
    </C:comp-filter></C:comp-filter></C:filter></C:calendar-query>
    """
  }

  /// The tags of the resources that have changed since a token was given (RFC 6578, section 3.2)
  static func changes(since token: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <D:sync-collection xmlns:D="DAV:"><D:sync-token>\(escaped(token))</D:sync-token>\
    <D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>
    """
  }

  /// The content of some resources (RFC 4791, section 7.9)
  static func content(of hrefs: some Sequence<String>) -> String {
    let list = hrefs.map { "<D:href>\(escaped($0))</D:href>" }.joined()
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">\
      <D:prop><D:getetag/><C:calendar-data/></D:prop>\(list)</C:calendar-multiget>
      """
  }

  /// `20260621T190000Z`
  private static func utc(_ instant: Instant) -> String {
    instant.rfc3339.filter { $0 != "-" && $0 != ":" }
  }

  /// A text as the content of an element: `a&b` becomes `a&amp;b`
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

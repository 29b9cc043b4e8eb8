/// The names that Windows gives to time zones, which calendars of Outlook and Exchange use
///
/// After `windowsZones.xml` of the Unicode CLDR, the territory 001 of each.
enum WindowsZoneNames {
  /// The IANA name of each, such as `America/New_York` of `Eastern Standard Time`
  static let zones: [String: String] = {
    var zones: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let sides = line.split(separator: "=", maxSplits: 1)
      if sides.count == 2 { zones[String(sides[0])] = String(sides[1]) }
    }
    return zones
  }()

  /// A line for each: the name in Windows, `=`, the IANA name
  private static let table = """
    Dateline Standard Time=Etc/GMT+12
    Aleutian Standard Time=America/Adak
    Hawaiian Standard Time=Pacific/Honolulu
    Marquesas Standard Time=Pacific/Marquesas
    Alaskan Standard Time=America/Anchorage
    Pacific Standard Time (Mexico)=America/Tijuana
    Pacific Standard Time=America/Los_Angeles
    US Mountain Standard Time=America/Phoenix
    Mountain Standard Time (Mexico)=America/Mazatlan
    Mountain Standard Time=America/Denver
    Yukon Standard Time=America/Whitehorse
    Central America Standard Time=America/Guatemala
    Central Standard Time=America/Chicago
    Easter Island Standard Time=Pacific/Easter
    Central Standard Time (Mexico)=America/Mexico_City
    Canada Central Standard Time=America/Regina
    SA Pacific Standard Time=America/Bogota
    Eastern Standard Time (Mexico)=America/Cancun
    Eastern Standard Time=America/New_York
    Haiti Standard Time=America/Port-au-Prince
    Cuba Standard Time=America/Havana
    US Eastern Standard Time=America/Indianapolis
    Turks And Caicos Standard Time=America/Grand_Turk
    Paraguay Standard Time=America/Asuncion
    Atlantic Standard Time=America/Halifax
    Venezuela Standard Time=America/Caracas
    Central Brazilian Standard Time=America/Cuiaba
    SA Western Standard Time=America/La_Paz
    Pacific SA Standard Time=America/Santiago
    Newfoundland Standard Time=America/St_Johns
    E. South America Standard Time=America/Sao_Paulo
    SA Eastern Standard Time=America/Cayenne
    Argentina Standard Time=America/Buenos_Aires
    Greenland Standard Time=America/Godthab
    Montevideo Standard Time=America/Montevideo
    Bahia Standard Time=America/Bahia
    Azores Standard Time=Atlantic/Azores
    Cape Verde Standard Time=Atlantic/Cape_Verde
    UTC=Etc/UTC
    GMT Standard Time=Europe/London
    Greenwich Standard Time=Atlantic/Reykjavik
    Morocco Standard Time=Africa/Casablanca
    W. Europe Standard Time=Europe/Berlin
    Central Europe Standard Time=Europe/Budapest
    Romance Standard Time=Europe/Paris
    Central European Standard Time=Europe/Warsaw
    W. Central Africa Standard Time=Africa/Lagos
    Jordan Standard Time=Asia/Amman
    GTB Standard Time=Europe/Bucharest
    Middle East Standard Time=Asia/Beirut
    Egypt Standard Time=Africa/Cairo
    E. Europe Standard Time=Europe/Chisinau
    Syria Standard Time=Asia/Damascus
    South Africa Standard Time=Africa/Johannesburg
    FLE Standard Time=Europe/Kiev
    Israel Standard Time=Asia/Jerusalem
    Kaliningrad Standard Time=Europe/Kaliningrad
    Namibia Standard Time=Africa/Windhoek
    Arabic Standard Time=Asia/Baghdad
    Turkey Standard Time=Europe/Istanbul
    Arab Standard Time=Asia/Riyadh
    Belarus Standard Time=Europe/Minsk
    Russian Standard Time=Europe/Moscow
    E. Africa Standard Time=Africa/Nairobi
    Iran Standard Time=Asia/Tehran
    Arabian Standard Time=Asia/Dubai
    Azerbaijan Standard Time=Asia/Baku
    Mauritius Standard Time=Indian/Mauritius
    Georgian Standard Time=Asia/Tbilisi
    Caucasus Standard Time=Asia/Yerevan
    Afghanistan Standard Time=Asia/Kabul
    West Asia Standard Time=Asia/Tashkent
    Ekaterinburg Standard Time=Asia/Yekaterinburg
    Pakistan Standard Time=Asia/Karachi
    India Standard Time=Asia/Calcutta
    Sri Lanka Standard Time=Asia/Colombo
    Nepal Standard Time=Asia/Katmandu
    Central Asia Standard Time=Asia/Bishkek
    Bangladesh Standard Time=Asia/Dhaka
    N. Central Asia Standard Time=Asia/Novosibirsk
    Myanmar Standard Time=Asia/Rangoon
    SE Asia Standard Time=Asia/Bangkok
    North Asia Standard Time=Asia/Krasnoyarsk
    China Standard Time=Asia/Shanghai
    North Asia East Standard Time=Asia/Irkutsk
    Singapore Standard Time=Asia/Singapore
    W. Australia Standard Time=Australia/Perth
    Taipei Standard Time=Asia/Taipei
    Ulaanbaatar Standard Time=Asia/Ulaanbaatar
    Tokyo Standard Time=Asia/Tokyo
    Korea Standard Time=Asia/Seoul
    Yakutsk Standard Time=Asia/Yakutsk
    Cen. Australia Standard Time=Australia/Adelaide
    AUS Central Standard Time=Australia/Darwin
    E. Australia Standard Time=Australia/Brisbane
    AUS Eastern Standard Time=Australia/Sydney
    West Pacific Standard Time=Pacific/Port_Moresby
    Tasmania Standard Time=Australia/Hobart
    Vladivostok Standard Time=Asia/Vladivostok
    Lord Howe Standard Time=Australia/Lord_Howe
    Central Pacific Standard Time=Pacific/Guadalcanal
    Magadan Standard Time=Asia/Magadan
    New Zealand Standard Time=Pacific/Auckland
    Fiji Standard Time=Pacific/Fiji
    Kamchatka Standard Time=Asia/Kamchatka
    Chatham Islands Standard Time=Pacific/Chatham
    Tonga Standard Time=Pacific/Tongatapu
    Samoa Standard Time=Pacific/Apia
    Line Islands Standard Time=Pacific/Kiritimati
    """
}

// Made of zone.tab of the time zone database, to a tenth of a degree; see pin-far-from-zone.

internal import OppModel

/// The cities that zones are named after, and their positions
///
/// `Europe/Berlin` is at 52.5, 13.4; `America/Argentina/Salta` is under `America` by the name behind the first slash.
///
/// - Complexity: O(*n*) in the cities of a region, of which there are at most some 150: it is looked up once a run.
enum ZoneCities {
  /// The latitude and longitude of a zone's city, in degrees; nil for a zone without one, such as `UTC`
  static func city(of zone: String) -> (latitude: Double, longitude: Double)? {
    guard let slash = zone.firstIndex(of: "/") else { return nil }
    let city = zone[zone.index(after: slash)...]
    guard let region = regions.first(where: { $0.name == zone[..<slash] }) else { return nil }
    for line in region.cities.split(separator: "\n") {
      for entry in line.split(separator: ";") {
        let words = entry.split(separator: " ")
        guard words.count == 3, words[0] == city, let latitude = degrees(words[1]),
          let longitude = degrees(words[2])
        else { continue }
        return (latitude, longitude)
      }
    }
    return nil
  }

  /// A number of the table; `Double` reads a text with the C library, which WebAssembly is without
  private static func degrees(_ text: Substring) -> Double? {
    (try? ExactDecimal.parse(String(text)))?.value
  }

  /// Each city as its name, its latitude and its longitude in degrees, with semicolons and line ends between
  private static let regions: [(name: Substring, cities: String)] = [
    (
      "Africa",
      """
      Abidjan 5.3 -4;Accra 5.5 -0.2;Addis_Ababa 9 38.7;Algiers 36.8 3;Asmara 15.3 38.9
      Bamako 12.7 -8;Bangui 4.4 18.6;Banjul 13.5 -16.6;Bissau 11.8 -15.6;Blantyre -15.8 35
      Brazzaville -4.3 15.3;Bujumbura -3.4 29.4;Cairo 30.1 31.2;Casablanca 33.6 -7.6
      Ceuta 35.9 -5.3;Conakry 9.5 -13.7;Dakar 14.7 -17.4;Dar_es_Salaam -6.8 39.3
      Djibouti 11.6 43.1;Douala 4 9.7;El_Aaiun 27.1 -13.2;Freetown 8.5 -13.2;Gaborone -24.6 25.9
      Harare -17.8 31.1;Johannesburg -26.2 28;Juba 4.8 31.6;Kampala 0.3 32.4;Khartoum 15.6 32.5
      Kigali -1.9 30.1;Kinshasa -4.3 15.3;Lagos 6.5 3.4;Libreville 0.4 9.4;Lome 6.1 1.2
      Luanda -8.8 13.2;Lubumbashi -11.7 27.5;Lusaka -15.4 28.3;Malabo 3.8 8.8;Maputo -26 32.6
      Maseru -29.5 27.5;Mbabane -26.3 31.1;Mogadishu 2.1 45.4;Monrovia 6.3 -10.8;Nairobi -1.3 36.8
      Ndjamena 12.1 15.1;Niamey 13.5 2.1;Nouakchott 18.1 -15.9;Ouagadougou 12.4 -1.5
      Porto-Novo 6.5 2.6;Sao_Tome 0.3 6.7;Tripoli 32.9 13.2;Tunis 36.8 10.2;Windhoek -22.6 17.1
      """
    ),
    (
      "America",
      """
      Adak 51.9 -176.7;Anchorage 61.2 -149.9;Anguilla 18.2 -63.1;Antigua 17.1 -61.8
      Araguaina -7.2 -48.2;Argentina/Buenos_Aires -34.6 -58.5;Argentina/Catamarca -28.5 -65.8
      Argentina/Cordoba -31.4 -64.2;Argentina/Jujuy -24.2 -65.3;Argentina/La_Rioja -29.4 -66.8
      Argentina/Mendoza -32.9 -68.8;Argentina/Rio_Gallegos -51.6 -69.2;Argentina/Salta -24.8 -65.4
      Argentina/San_Juan -31.5 -68.5;Argentina/San_Luis -33.3 -66.3;Argentina/Tucuman -26.8 -65.2
      Argentina/Ushuaia -54.8 -68.3;Aruba 12.5 -70;Asuncion -25.3 -57.7;Atikokan 48.8 -91.6
      Bahia -13 -38.5;Bahia_Banderas 20.8 -105.2;Barbados 13.1 -59.6;Belem -1.4 -48.5
      Belize 17.5 -88.2;Blanc-Sablon 51.4 -57.1;Boa_Vista 2.8 -60.7;Bogota 4.6 -74.1
      Boise 43.6 -116.2;Cambridge_Bay 69.1 -105;Campo_Grande -20.4 -54.6;Cancun 21.1 -86.8
      Caracas 10.5 -66.9;Cayenne 4.9 -52.3;Cayman 19.3 -81.4;Chicago 41.9 -87.7
      Chihuahua 28.6 -106.1;Ciudad_Juarez 31.7 -106.5;Costa_Rica 9.9 -84.1;Coyhaique -45.6 -72.1
      Creston 49.1 -116.5;Cuiaba -15.6 -56.1;Curacao 12.2 -69;Danmarkshavn 76.8 -18.7
      Dawson 64.1 -139.4;Dawson_Creek 55.8 -120.2;Denver 39.7 -105;Detroit 42.3 -83
      Dominica 15.3 -61.4;Edmonton 53.5 -113.5;Eirunepe -6.7 -69.9;El_Salvador 13.7 -89.2
      Fort_Nelson 58.8 -122.7;Fortaleza -3.7 -38.5;Glace_Bay 46.2 -60;Goose_Bay 53.3 -60.4
      Grand_Turk 21.5 -71.1;Grenada 12.1 -61.8;Guadeloupe 16.2 -61.5;Guatemala 14.6 -90.5
      Guayaquil -2.2 -79.8;Guyana 6.8 -58.2;Halifax 44.6 -63.6;Havana 23.1 -82.4
      Hermosillo 29.1 -111;Indiana/Indianapolis 39.8 -86.2;Indiana/Knox 41.3 -86.6
      Indiana/Marengo 38.4 -86.3;Indiana/Petersburg 38.5 -87.3;Indiana/Tell_City 38 -86.8
      Indiana/Vevay 38.7 -85.1;Indiana/Vincennes 38.7 -87.5;Indiana/Winamac 41 -86.6
      Inuvik 68.3 -133.7;Iqaluit 63.7 -68.5;Jamaica 18 -76.8;Juneau 58.3 -134.4
      Kentucky/Louisville 38.2 -85.8;Kentucky/Monticello 36.8 -84.8;Kralendijk 12.2 -68.3
      La_Paz -16.5 -68.2;Lima -12.1 -77;Los_Angeles 34 -118.2;Lower_Princes 18.1 -63
      Maceio -9.7 -35.7;Managua 12.2 -86.3;Manaus -3.1 -60;Marigot 18.1 -63.1
      Martinique 14.6 -61.1;Matamoros 25.8 -97.5;Mazatlan 23.2 -106.4;Menominee 45.1 -87.6
      Merida 21 -89.6;Metlakatla 55.1 -131.6;Mexico_City 19.4 -99.2;Miquelon 47 -56.3
      Moncton 46.1 -64.8;Monterrey 25.7 -100.3;Montevideo -34.9 -56.2;Montserrat 16.7 -62.2
      Nassau 25.1 -77.3;New_York 40.7 -74;Nome 64.5 -165.4;Noronha -3.9 -32.4
      North_Dakota/Beulah 47.2 -101.8;North_Dakota/Center 47.1 -101.3
      North_Dakota/New_Salem 46.8 -101.4;Nuuk 64.2 -51.7;Ojinaga 29.6 -104.4;Panama 9 -79.5
      Paramaribo 5.8 -55.2;Phoenix 33.4 -112.1;Port-au-Prince 18.5 -72.3;Port_of_Spain 10.7 -61.5
      Porto_Velho -8.8 -63.9;Puerto_Rico 18.5 -66.1;Punta_Arenas -53.1 -70.9
      Rankin_Inlet 62.8 -92.1;Recife -8.1 -34.9;Regina 50.4 -104.7;Resolute 74.7 -94.8
      Rio_Branco -10 -67.8;Santarem -2.4 -54.9;Santiago -33.5 -70.7;Santo_Domingo 18.5 -69.9
      Sao_Paulo -23.5 -46.6;Scoresbysund 70.5 -22;Sitka 57.2 -135.3;St_Barthelemy 17.9 -62.9
      St_Johns 47.6 -52.7;St_Kitts 17.3 -62.7;St_Lucia 14 -61;St_Thomas 18.4 -64.9
      St_Vincent 13.2 -61.2;Swift_Current 50.3 -107.8;Tegucigalpa 14.1 -87.2;Thule 76.6 -68.8
      Tijuana 32.5 -117;Toronto 43.6 -79.4;Tortola 18.4 -64.6;Vancouver 49.3 -123.1
      Whitehorse 60.7 -135.1;Winnipeg 49.9 -97.2;Yakutat 59.5 -139.7
      """
    ),
    (
      "Antarctica",
      """
      Casey -66.3 110.5;Davis -68.6 78;DumontDUrville -66.7 140;Macquarie -54.5 158.9
      Mawson -67.6 62.9;McMurdo -77.8 166.6;Palmer -64.8 -64.1;Rothera -67.6 -68.1;Syowa -69 39.6
      Troll -72 2.5;Vostok -78.4 106.9
      """
    ),
    (
      "Arctic",
      """
      Longyearbyen 78 16
      """
    ),
    (
      "Asia",
      """
      Aden 12.8 45.2;Almaty 43.2 77;Amman 31.9 35.9;Anadyr 64.8 177.5;Aqtau 44.5 50.3
      Aqtobe 50.3 57.2;Ashgabat 38 58.4;Atyrau 47.1 51.9;Baghdad 33.4 44.4;Bahrain 26.4 50.6
      Baku 40.4 49.9;Bangkok 13.8 100.5;Barnaul 53.4 83.8;Beirut 33.9 35.5;Bishkek 42.9 74.6
      Brunei 4.9 114.9;Chita 52 113.5;Colombo 6.9 79.8;Damascus 33.5 36.3;Dhaka 23.7 90.4
      Dili -8.6 125.6;Dubai 25.3 55.3;Dushanbe 38.6 68.8;Famagusta 35.1 34;Gaza 31.5 34.5
      Hebron 31.5 35.1;Ho_Chi_Minh 10.8 106.7;Hong_Kong 22.3 114.2;Hovd 48 91.7;Irkutsk 52.3 104.3
      Jakarta -6.2 106.8;Jayapura -2.5 140.7;Jerusalem 31.8 35.2;Kabul 34.5 69.2
      Kamchatka 53 158.7;Karachi 24.9 67;Kathmandu 27.7 85.3;Khandyga 62.6 135.6;Kolkata 22.5 88.4
      Krasnoyarsk 56 92.8;Kuala_Lumpur 3.2 101.7;Kuching 1.6 110.3;Kuwait 29.3 48;Macau 22.2 113.5
      Magadan 59.6 150.8;Makassar -5.1 119.4;Manila 14.6 121;Muscat 23.6 58.6;Nicosia 35.2 33.4
      Novokuznetsk 53.8 87.1;Novosibirsk 55 82.9;Omsk 55 73.4;Oral 51.2 51.4;Phnom_Penh 11.6 104.9
      Pontianak -0 109.3;Pyongyang 39 125.8;Qatar 25.3 51.5;Qostanay 53.2 63.6;Qyzylorda 44.8 65.5
      Riyadh 24.6 46.7;Sakhalin 47 142.7;Samarkand 39.7 66.8;Seoul 37.5 127;Shanghai 31.2 121.5
      Singapore 1.3 103.8;Srednekolymsk 67.5 153.7;Taipei 25.1 121.5;Tashkent 41.3 69.3
      Tbilisi 41.7 44.8;Tehran 35.7 51.4;Thimphu 27.5 89.7;Tokyo 35.6 139.7;Tomsk 56.5 85
      Ulaanbaatar 47.9 106.9;Urumqi 43.8 87.6;Ust-Nera 64.5 143.2;Vientiane 18 102.6
      Vladivostok 43.2 131.9;Yakutsk 62 129.7;Yangon 16.8 96.2;Yekaterinburg 56.9 60.6
      Yerevan 40.2 44.5
      """
    ),
    (
      "Atlantic",
      """
      Azores 37.7 -25.7;Bermuda 32.3 -64.8;Canary 28.1 -15.4;Cape_Verde 14.9 -23.5;Faroe 62 -6.8
      Madeira 32.6 -16.9;Reykjavik 64.2 -21.9;South_Georgia -54.3 -36.5;St_Helena -15.9 -5.7
      Stanley -51.7 -57.9
      """
    ),
    (
      "Australia",
      """
      Adelaide -34.9 138.6;Brisbane -27.5 153;Broken_Hill -31.9 141.4;Darwin -12.5 130.8
      Eucla -31.7 128.9;Hobart -42.9 147.3;Lindeman -20.3 149;Lord_Howe -31.6 159.1
      Melbourne -37.8 145;Perth -31.9 115.8;Sydney -33.9 151.2
      """
    ),
    (
      "Europe",
      """
      Amsterdam 52.4 4.9;Andorra 42.5 1.5;Astrakhan 46.4 48;Athens 38 23.7;Belgrade 44.8 20.5
      Berlin 52.5 13.4;Bratislava 48.1 17.1;Brussels 50.8 4.3;Bucharest 44.4 26.1
      Budapest 47.5 19.1;Busingen 47.7 8.7;Chisinau 47 28.8;Copenhagen 55.7 12.6;Dublin 53.3 -6.2
      Gibraltar 36.1 -5.3;Guernsey 49.5 -2.5;Helsinki 60.2 25;Isle_of_Man 54.1 -4.5;Istanbul 41 29
      Jersey 49.2 -2.1;Kaliningrad 54.7 20.5;Kirov 58.6 49.6;Kyiv 50.4 30.5;Lisbon 38.7 -9.1
      Ljubljana 46 14.5;London 51.5 -0.1;Luxembourg 49.6 6.2;Madrid 40.4 -3.7;Malta 35.9 14.5
      Mariehamn 60.1 19.9;Minsk 53.9 27.6;Monaco 43.7 7.4;Moscow 55.8 37.6;Oslo 59.9 10.8
      Paris 48.9 2.3;Podgorica 42.4 19.3;Prague 50.1 14.4;Riga 57 24.1;Rome 41.9 12.5
      Samara 53.2 50.1;San_Marino 43.9 12.5;Sarajevo 43.9 18.4;Saratov 51.6 46;Simferopol 45 34.1
      Skopje 42 21.4;Sofia 42.7 23.3;Stockholm 59.3 18.1;Tallinn 59.4 24.8;Tirane 41.3 19.8
      Ulyanovsk 54.3 48.4;Vaduz 47.1 9.5;Vatican 41.9 12.4;Vienna 48.2 16.3;Vilnius 54.7 25.3
      Volgograd 48.7 44.4;Warsaw 52.2 21;Zagreb 45.8 16;Zurich 47.4 8.5
      """
    ),
    (
      "Indian",
      """
      Antananarivo -18.9 47.5;Chagos -7.3 72.4;Christmas -10.4 105.7;Cocos -12.2 96.9
      Comoro -11.7 43.3;Kerguelen -49.4 70.2;Mahe -4.7 55.5;Maldives 4.2 73.5;Mauritius -20.2 57.5
      Mayotte -12.8 45.2;Reunion -20.9 55.5
      """
    ),
    (
      "Pacific",
      """
      Apia -13.8 -171.7;Auckland -36.9 174.8;Bougainville -6.2 155.6;Chatham -44 -176.6
      Chuuk 7.4 151.8;Easter -27.1 -109.4;Efate -17.7 168.4;Fakaofo -9.4 -171.2;Fiji -18.1 178.4
      Funafuti -8.5 179.2;Galapagos -0.9 -89.6;Gambier -23.1 -134.9;Guadalcanal -9.5 160.2
      Guam 13.5 144.8;Honolulu 21.3 -157.8;Kanton -2.8 -171.7;Kiritimati 1.9 -157.3;Kosrae 5.3 163
      Kwajalein 9.1 167.3;Majuro 7.2 171.2;Marquesas -9 -139.5;Midway 28.2 -177.4;Nauru -0.5 166.9
      Niue -19 -169.9;Norfolk -29.1 168;Noumea -22.3 166.4;Pago_Pago -14.3 -170.7;Palau 7.3 134.5
      Pitcairn -25.1 -130.1;Pohnpei 7 158.2;Port_Moresby -9.5 147.2;Rarotonga -21.2 -159.8
      Saipan 15.2 145.8;Tahiti -17.5 -149.6;Tarawa 1.4 173;Tongatapu -21.1 -175.2;Wake 19.3 166.6
      Wallis -13.3 -176.2
      """
    ),
  ]
}

"""Writes the table of WindowsZoneNames.swift: the Windows zones, their IANA names and their display names.

The IANA names are those of windowsZones.xml of the Unicode CLDR, territory 001, as the package `tzlocal` of
PyPI has them (here 5.4.5); `Kamchatka` and `Mid-Atlantic`, which Windows still has and CLDR has dropped, are
added. Display names are those that Windows and Exchange write after the offset, of Windows 7 and later.

    pip install tzlocal && python3 windows_zones.py
"""
from tzlocal import windows_tz

tz=dict(windows_tz.win_tz); tz['Kamchatka Standard Time']='Asia/Kamchatka'
tz['Mid-Atlantic Standard Time']='Etc/GMT+2'
D='''Dateline|International Date Line West
UTC-11|Coordinated Universal Time-11
Aleutian|Aleutian Islands
Hawaiian|Hawaii
Marquesas|Marquesas Islands
Alaskan|Alaska
UTC-09|Coordinated Universal Time-09
Pacific Standard Time (Mexico)|Baja California|Tijuana, Baja California
UTC-08|Coordinated Universal Time-08
Pacific|Pacific Time (US & Canada)|Pacific Time (US & Canada); Tijuana
US Mountain|Arizona
Mountain Standard Time (Mexico)|Chihuahua, La Paz, Mazatlan|La Paz, Mazatlan|Mazatlan
Mountain|Mountain Time (US & Canada)
Yukon|Yukon
Central America|Central America
Central|Central Time (US & Canada)
Easter Island|Easter Island
Central Standard Time (Mexico)|Guadalajara, Mexico City, Monterrey
Canada Central|Saskatchewan
SA Pacific|Bogota, Lima, Quito, Rio Branco|Bogota, Lima, Quito
Eastern Standard Time (Mexico)|Chetumal
Eastern|Eastern Time (US & Canada)
Haiti|Haiti
Cuba|Havana
US Eastern|Indiana (East)
Turks And Caicos|Turks and Caicos
Paraguay|Asuncion
Atlantic|Atlantic Time (Canada)
Venezuela|Caracas
Central Brazilian|Cuiaba|Manaus
SA Western|Georgetown, La Paz, Manaus, San Juan|La Paz
Pacific SA|Santiago
Newfoundland|Newfoundland
Tocantins|Araguaina
E. South America|Brasilia
SA Eastern|Cayenne, Fortaleza|Georgetown
Argentina|City of Buenos Aires|Buenos Aires
Greenland|Greenland|Nuuk
Montevideo|Montevideo
Magallanes|Punta Arenas
Saint Pierre|Saint Pierre and Miquelon
Bahia|Salvador
UTC-02|Coordinated Universal Time-02
Mid-Atlantic|Mid-Atlantic - Old|Mid-Atlantic
Azores|Azores
Cape Verde|Cabo Verde Is.|Cape Verde Is.|Cabo Verde
UTC|Coordinated Universal Time
GMT|Dublin, Edinburgh, Lisbon, London|Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London
Greenwich|Monrovia, Reykjavik|Casablanca, Monrovia, Reykjavik
Sao Tome|Sao Tome
Morocco|Casablanca
W. Europe|Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna
Central Europe|Belgrade, Bratislava, Budapest, Ljubljana, Prague
Romance|Brussels, Copenhagen, Madrid, Paris
Central European|Sarajevo, Skopje, Warsaw, Zagreb
W. Central Africa|West Central Africa
Jordan|Amman
GTB|Athens, Bucharest|Athens, Bucharest, Istanbul|Athens, Istanbul, Minsk
Middle East|Beirut
Egypt|Cairo
E. Europe|Chisinau|E. Europe
Syria|Damascus
West Bank|Gaza, Hebron
South Africa|Harare, Pretoria
FLE|Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius|Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius
Israel|Jerusalem
South Sudan|Juba
Kaliningrad|Kaliningrad|Kaliningrad, Minsk
Sudan|Khartoum
Libya|Tripoli
Namibia|Windhoek
Arabic|Baghdad
Turkey|Istanbul
Arab|Kuwait, Riyadh
Belarus|Minsk
Russian|Moscow, St. Petersburg|Moscow, St. Petersburg, Volgograd|Moscow, Saint Petersburg
E. Africa|Nairobi
Volgograd|Volgograd
Iran|Tehran
Arabian|Abu Dhabi, Muscat
Astrakhan|Astrakhan, Ulyanovsk
Azerbaijan|Baku
Russia Time Zone 3|Izhevsk, Samara
Mauritius|Port Louis
Saratov|Saratov
Georgian|Tbilisi
Caucasus|Yerevan
Afghanistan|Kabul
West Asia|Ashgabat, Tashkent|Islamabad, Karachi, Tashkent
Qyzylorda|Astana|Qyzylorda
Ekaterinburg|Ekaterinburg
Pakistan|Islamabad, Karachi
India|Chennai, Kolkata, Mumbai, New Delhi
Sri Lanka|Sri Jayawardenepura
Nepal|Kathmandu
Central Asia|Bishkek
Bangladesh|Dhaka
Omsk|Omsk
Myanmar|Yangon (Rangoon)
SE Asia|Bangkok, Hanoi, Jakarta
Altai|Barnaul, Gorno-Altaysk
W. Mongolia|Hovd
North Asia|Krasnoyarsk
N. Central Asia|Novosibirsk|Almaty, Novosibirsk
Tomsk|Tomsk
China|Beijing, Chongqing, Hong Kong, Urumqi
North Asia East|Irkutsk|Irkutsk, Ulaan Bataar
Singapore|Kuala Lumpur, Singapore
W. Australia|Perth
Taipei|Taipei
Ulaanbaatar|Ulaanbaatar
Aus Central W.|Eucla
Transbaikal|Chita
Tokyo|Osaka, Sapporo, Tokyo
North Korea|Pyongyang
Korea|Seoul
Yakutsk|Yakutsk
Cen. Australia|Adelaide
AUS Central|Darwin
E. Australia|Brisbane
AUS Eastern|Canberra, Melbourne, Sydney
West Pacific|Guam, Port Moresby
Tasmania|Hobart
Vladivostok|Vladivostok
Lord Howe|Lord Howe Island
Bougainville|Bougainville Island
Russia Time Zone 10|Chokurdakh
Magadan|Magadan
Norfolk|Norfolk Island
Sakhalin|Sakhalin
Central Pacific|Solomon Is., New Caledonia|Magadan, Solomon Is., New Caledonia
Russia Time Zone 11|Anadyr, Petropavlovsk-Kamchatsky
New Zealand|Auckland, Wellington
UTC+12|Coordinated Universal Time+12
Fiji|Fiji|Fiji, Kamchatka, Marshall Is.
Kamchatka|Petropavlovsk-Kamchatsky - Old
Chatham Islands|Chatham Islands
UTC+13|Coordinated Universal Time+13
Tonga|Nuku'alofa
Samoa|Samoa|Midway Island, Samoa
Line Islands|Kiritimati Island'''
names={}
for l in D.split('\n'):
    p=l.split('|'); n=p[0]
    full=n if n in tz else n+' Standard Time'
    assert full in tz,(n,full)
    names[full]=p[1:]
taken = set()
for displays in names.values():
    for display in displays:
        assert display not in taken, display
        taken.add(display)
for name in sorted(tz):
    print("    " + "=".join([name, tz[name]] + names.get(name, [])))

extension PlaceCategory {
  /// Everyday words and their tags (https://wiki.openstreetmap.org/wiki/Map_features)
  static let table: [String: [(key: String, values: [String])]] = {
    var table: [String: [(key: String, values: [String])]] = [:]
    for (names, tags) in rows {
      for name in names { table[name] = tags }
    }
    return table
  }()

  /// The names of a category, any of which means it, and its tags, any of which an element has
  private typealias Row = (names: [String], tags: [(key: String, values: [String])])

  /// All rows; of a name that is in two of them, the later would count
  private static let rows: [Row] = groceries + shops + food + money + health + travel + leisure

  /// Food and drink to take home
  private static let groceries: [Row] = [
    (
      ["grocery store", "grocery", "groceries", "food store"],
      [("shop", ["supermarket", "convenience", "grocery", "greengrocer"])]
    ),
    (["supermarket"], [("shop", ["supermarket"])]),
    (["convenience store", "corner shop", "corner store"], [("shop", ["convenience"])]),
    (["bakery", "baker"], [("shop", ["bakery"])]),
    (["butcher"], [("shop", ["butcher"])]),
    (["farmers market", "market", "marketplace"], [("amenity", ["marketplace"])]),
    (["liquor store", "wine store", "wine shop"], [("shop", ["alcohol", "wine"])]),
  ]

  /// Everything else that is bought
  private static let shops: [Row] = [
    (
      ["shop", "store"], [("shop", ["supermarket", "convenience", "department_store", "general"])]
    ),
    (["mall", "shopping mall", "shopping centre", "shopping center"], [("shop", ["mall"])]),
    (["department store"], [("shop", ["department_store"])]),
    (
      ["clothing store", "clothes store", "clothes shop", "clothing", "clothes"],
      [("shop", ["clothes", "boutique", "fashion"])]
    ),
    (["shoe store", "shoe shop"], [("shop", ["shoes"])]),
    (
      ["hardware store", "hardware", "home improvement store", "diy store"],
      [("shop", ["hardware", "doityourself"])]
    ),
    (["garden centre", "garden center"], [("shop", ["garden_centre"])]),
    (["furniture store"], [("shop", ["furniture"])]),
    (["electronics store"], [("shop", ["electronics", "computer", "mobile_phone"])]),
    (["bookstore", "book store", "bookshop", "book shop"], [("shop", ["books"])]),
    (["toy store", "toy shop"], [("shop", ["toys"])]),
    (["pet store", "pet shop"], [("shop", ["pet"])]),
    (["sporting goods store", "sports store", "sports shop"], [("shop", ["sports", "outdoor"])]),
    (["bike shop", "bicycle shop", "bike store"], [("shop", ["bicycle"])]),
    // Two tags: `nwr["shop"="chemist"]` and `nwr["amenity"="pharmacy"]`, either of which is one.
    (["drugstore"], [("shop", ["chemist"]), ("amenity", ["pharmacy"])]),
    (["hairdresser", "barber", "hair salon"], [("shop", ["hairdresser"])]),
    (["laundry", "laundromat"], [("shop", ["laundry"])]),
    (["dry cleaner"], [("shop", ["dry_cleaning"])]),
    (["florist", "flower shop"], [("shop", ["florist"])]),
    (["stationery store", "stationer"], [("shop", ["stationery"])]),
  ]

  /// Food and drink on the spot
  private static let food: [Row] = [
    (["cafe", "café", "coffee shop", "coffee"], [("amenity", ["cafe"]), ("shop", ["coffee"])]),
    (["restaurant"], [("amenity", ["restaurant"])]),
    (["fast food", "fast food restaurant", "takeaway"], [("amenity", ["fast_food"])]),
    (["bar"], [("amenity", ["bar", "pub"])]),
    (["pub"], [("amenity", ["pub"])]),
    (
      ["ice cream", "ice cream shop", "ice cream parlour"],
      [("amenity", ["ice_cream"]), ("shop", ["ice_cream"])]
    ),
  ]

  /// Money, post and public services
  private static let money: [Row] = [
    (["bank"], [("amenity", ["bank"])]),
    (["atm", "cash machine"], [("amenity", ["atm", "bank"])]),
    (["post office"], [("amenity", ["post_office"])]),
    (["post box", "mailbox", "letter box"], [("amenity", ["post_box"])]),
    (["parcel locker"], [("amenity", ["parcel_locker"])]),
    (["library"], [("amenity", ["library"])]),
    (["town hall"], [("amenity", ["townhall"])]),
    (["school"], [("amenity", ["school"])]),
    (["police", "police station"], [("amenity", ["police"])]),
    (["recycling", "recycling centre", "recycling center"], [("amenity", ["recycling"])]),
  ]

  /// Medicine, for people and animals
  private static let health: [Row] = [
    (["pharmacy", "chemist"], [("amenity", ["pharmacy"])]),
    (["doctor", "physician"], [("amenity", ["doctors", "clinic"])]),
    (["dentist"], [("amenity", ["dentist"])]),
    (["hospital"], [("amenity", ["hospital"])]),
    (["vet", "veterinarian"], [("amenity", ["veterinary"])]),
  ]

  /// Vehicles, stations and beds
  private static let travel: [Row] = [
    (["gas station", "petrol station", "filling station", "fuel"], [("amenity", ["fuel"])]),
    (["charging station", "charger", "ev charger"], [("amenity", ["charging_station"])]),
    (["parking", "car park", "parking lot"], [("amenity", ["parking"])]),
    (["car wash"], [("amenity", ["car_wash"])]),
    (["bus stop"], [("highway", ["bus_stop"])]),
    (["train station", "railway station"], [("railway", ["station", "halt"])]),
    (["subway station", "metro station"], [("station", ["subway"])]),
    (["airport"], [("aeroway", ["aerodrome"])]),
    (["hotel"], [("tourism", ["hotel", "motel", "guest_house"])]),
  ]

  /// Free time, and needs on the way
  private static let leisure: [Row] = [
    (["park"], [("leisure", ["park"])]),
    (["playground"], [("leisure", ["playground"])]),
    (["gym", "fitness centre", "fitness center"], [("leisure", ["fitness_centre"])]),
    (["swimming pool", "pool"], [("leisure", ["swimming_pool", "water_park"])]),
    (["cinema", "movie theater", "movie theatre"], [("amenity", ["cinema"])]),
    (["theatre", "theater"], [("amenity", ["theatre"])]),
    (["museum"], [("tourism", ["museum"])]),
    (["beach"], [("natural", ["beach"])]),
    (
      ["toilet", "restroom", "bathroom", "public toilet"], [("amenity", ["toilets"])]
    ),
    (["drinking water", "water fountain"], [("amenity", ["drinking_water"])]),
  ]
}

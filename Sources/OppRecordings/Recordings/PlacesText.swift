package import OppEngine
internal import OppJSON
internal import OppModel

/// Places as GeoJSON (RFC 7946)
package enum PlacesText {
  package static func geoJSON(_ places: [KnownPlace]) -> String {
    JSONText.object { json in
      json.member("type", string: "FeatureCollection")
      json.key("features")
      json.array { array in
        for place in places {
          array.object { feature in
            feature.member("type", string: "Feature")
            feature.key("geometry")
            feature.object { geometry in
              geometry.member("type", string: "Point")
              let east = ValueNotation.jsonNumber(place.position.longitude)
              let north = ValueNotation.jsonNumber(place.position.latitude)
              geometry.member("coordinates", raw: "[\(east),\(north)]")
            }
            feature.key("properties")
            feature.object { properties in
              properties.member("name", string: place.name)
              properties.member("category", string: place.category)
            }
          }
        }
      }
    } + "\n"
  }
}

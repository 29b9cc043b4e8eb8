import OppTestLimits
import Testing

@testable import OppModel

/// Distances against GeographicLib; `Tables/make_geodesics.py` makes the table
@Suite(.limited) struct GeodesicTests {
  @Test func `distances are those of GeographicLib to a hundredth of a millimetre`() throws {
    for row in try IndependentTable.rows("Places/Tables/geodesics.csv") {
      let (first, second, length) = try line(row)
      let distance = Geodesic.distance(from: first, to: second)
      #expect(abs(distance - length) < 1e-5, "\(row)")
      #expect(Geodesic.distance(from: second, to: first) == distance, "\(row)")
    }
  }

  @Test func `the series alone is good to a micrometre, short and long`() throws {
    for row in try IndependentTable.rows("Places/Tables/geodesics.csv") {
      let (first, second, length) = try line(row)
      #expect(abs(LongGeodesic(from: first, to: second).length - length) < 1e-6, "\(row)")
    }
  }

  @Test func `no distance is none`() throws {
    for (latitude, longitude) in [(0.0, 0.0), (90, 5), (-90, -180), (48.4, -123.3)] {
      let position = try #require(Position(latitude: latitude, longitude: longitude))
      #expect(Geodesic.distance(from: position, to: position) == 0)
    }
    let west = try #require(Position(latitude: 12, longitude: -180))
    let east = try #require(Position(latitude: 12, longitude: 180))
    #expect(Geodesic.distance(from: west, to: east) < 1e-8)
  }

  private func line(_ row: [String]) throws -> (Position, Position, Double) {
    let numbers = row.compactMap(Double.init)
    try #require(numbers.count == 5)
    return (
      try #require(Position(latitude: numbers[0], longitude: numbers[1])),
      try #require(Position(latitude: numbers[2], longitude: numbers[3])), numbers[4]
    )
  }
}

// The one file of the core that takes functions from outside of the standard library: the few of the
// C library's mathematics that Swift has no name for. In WebAssembly there is no C library to import.

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#else
  // In WebAssembly, C functions of the module itself: `Sources/OppWeb/Host`.
  @_extern(c, "sin") private func sin(_ x: Double) -> Double
  @_extern(c, "cos") private func cos(_ x: Double) -> Double
  @_extern(c, "acos") private func acos(_ x: Double) -> Double
  @_extern(c, "atan2") private func atan2(_ y: Double, _ x: Double) -> Double
  @_extern(c, "cbrt") private func cbrt(_ x: Double) -> Double
#endif

/// Functions of angles, in radians, and the cube root
package enum Mathematics {
  package static func sine(_ angle: Double) -> Double { sin(angle) }
  package static func cosine(_ angle: Double) -> Double { cos(angle) }

  /// - Returns: the angle in `0...π`; that of the nearer end for a cosine beyond -1 or 1.
  package static func arcCosine(_ cosine: Double) -> Double { acos(min(max(cosine, -1), 1)) }

  /// The angle of the point (x, y), in `-π...π`
  package static func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

  package static func cubeRoot(_ number: Double) -> Double { cbrt(number) }

  package static let radiansPerDegree = Double.pi / 180
}

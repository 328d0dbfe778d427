// The available part of Foundation and the C library, imported once for all targets, and the kind
// of the system.
//
// Never the whole Foundation on Linux, because it links ICU.

#if canImport(FoundationEssentials)
  @_exported import FoundationEssentials
#else
  @_exported import Foundation
#endif
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif

#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
  /// Whether the system runs one process of an app at a time, and suspends it in the background.
  package let systemSuspendsApps = true
#else
  package let systemSuspendsApps = false
#endif

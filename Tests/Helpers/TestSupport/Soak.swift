import Foundation

/// Whether `NAVSTORE_SOAK=1` selects the long test sizes.
package let isSoak = ProcessInfo.processInfo.environment["NAVSTORE_SOAK"] == "1"

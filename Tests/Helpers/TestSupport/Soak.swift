import Foundation

/// Whether `NAVSTORE_SOAK=1` asks for the long sizes.
package let isSoak = ProcessInfo.processInfo.environment["NAVSTORE_SOAK"] == "1"

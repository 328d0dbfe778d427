import Foundation

/// Whether tests run with their long sizes. The environment variable `NAVSTORE_SOAK=1` selects
/// them.
package let isSoak = ProcessInfo.processInfo.environment["NAVSTORE_SOAK"] == "1"

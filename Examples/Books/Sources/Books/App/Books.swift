import CGTK
import GTKHelpers
import NavRouting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A library of old books: a GTK program that uses NavStore for its navigation.
@main
@MainActor
enum Books {
  static func main() {
    // Lets GTK's loop run Dispatch's main queue, which NavStore and tasks of the main actor need.
    drainMainQueue()
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ words: [String]) -> Int32 {
    do {
      let options = try Options(words)
      if options.hasNoStore { return PlainApp.run(options) }
      let store = try openStore(options.storePath)
      let status = BooksApp(store: store, options: options).run()
      // GTK's loop has ended, so an `await` would never return, and only this synchronous call can
      // close the store. It also records a normal exit for the crash guard.
      try store.closeNow()
      return status
    } catch let error as Options.Misuse {
      complain(error.message)
    } catch let error as NavStore.Error {
      complain(error.message)
    } catch {
      complain("\(error)")
    }
    return 1
  }

  private static func openStore(_ path: String?) throws(NavStore.Error) -> NavStore {
    let store =
      if let path {
        try NavStore(.init(folder: .url(URL(fileURLWithPath: path, isDirectory: true))))
      } else {
        NavStore.standard
      }
    if let problem = store.openProblem { complain(problem.message) }
    return store
  }
}

/// Prints a message with the app's name to the standard error.
func complain(_ message: String) {
  say("Books: \(message)\n")
}

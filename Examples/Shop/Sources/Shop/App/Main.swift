#if canImport(SwiftUI)
  import SwiftUI
#endif

/// The entry point of the app. On systems without SwiftUI, it only prints a message.
@main
enum Main {
  @MainActor static func main() {
    #if canImport(Darwin)
      ShopApp.main()
    #else
      print("The shop needs SwiftUI: see README.md.")
    #endif
  }
}

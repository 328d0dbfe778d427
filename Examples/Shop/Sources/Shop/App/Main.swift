#if canImport(SwiftUI)
  import SwiftUI
#endif

/// The entry point of the app. It shows nothing on other systems than Apple's.
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

#if canImport(SwiftUI)
  import SwiftUI
#endif

/// Where the app starts; elsewhere than on Apple's systems it has nothing to show.
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

import NavRouting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An app whose window claims a scene and pushes one screen, until it is killed.
///
///     restore-crasher claim STORE SCENE SCREEN
///
/// `SCENE` is the identifier of the window's scene, or `-` if the system gave the window none.
/// Prints the identifier of the claimed scene. Prints the screens of the window's stack when the
/// push is saved.
@MainActor
struct Claimer {
  private let path: String
  private let scene: NavScene?
  private let screen: Int

  init(_ arguments: ArraySlice<String>) throws {
    let arguments = Array(arguments)
    guard arguments.count == 3, let screen = Int(arguments[2]) else {
      throw Usage(argument: "claim")
    }
    path = arguments[0]
    scene = arguments[1] == "-" ? nil : NavScene(id: arguments[1])
    self.screen = screen
  }

  func run() async throws {
    let store = try NavStore(url: URL(fileURLWithPath: path))
    let window = NavWindow.claiming(scene, store: store)
    print(window.scene.id)
    let router = NavRouter<Screen>(in: window)
    router.push(Screen(id: screen))
    try await router.flush()
    print(router.path.map { "\($0.id)" }.joined(separator: " "))
    fflush(nil)
    while true { pause() }
  }
}

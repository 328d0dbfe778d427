#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// A section with buttons that reopen closed windows. A reopened window restores its stacks and
  /// drafts.
  struct ClosedWindows: View {
    let scenes: [NavScene]

    @Environment(\.openWindow) private var openWindow

    var body: some View {
      Section("Recently closed windows") {
        ForEach(scenes) { scene in
          Button(scene.title ?? "Tea & Co.") { openWindow(value: scene) }
        }
      }
    }
  }
#endif

import NavStore

extension NavStore {
  /// Returns the text of ``NavStoreDebugView``: the report and the dump of the store, or the error
  /// that prevented them.
  func debugText(redacting: Bool) async -> String {
    do throws(NavStore.Error) {
      return "\(try await report())\n\n\(try await dump(redacting: redacting))"
    } catch {
      return "\(error)"
    }
  }
}

#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// A screen that shows the report and the dump of a store, for a developer's menu or a bug
  /// report.
  ///
  /// The text is ``/NavStoreInspection/NavStore/NavStore/report()`` and
  /// ``/NavStoreInspection/NavStore/NavStore/dump(redacting:)``, read when the view appears. The
  /// text is in English. Routes, keys and values are hidden until the user turns on a toggle.
  public struct NavStoreDebugView: View {
    private let given: NavStore?

    @Environment(\.navWindow) private var window
    @State private var showsRoutes = false
    @State private var text = ""

    /// Creates the screen for a store, or for the store of the window around the view.
    public init(_ store: NavStore? = nil) {
      given = store
    }

    /// The content of the view.
    public var body: some View {
      ScrollView {
        VStack(alignment: .leading) {
          Toggle("Routes, keys and values", isOn: $showsRoutes)
          report
        }
        .padding()
      }
      .navigationTitle("NavStore")
      .task(id: showsRoutes) {
        text = await (given ?? window.store).debugText(redacting: !showsRoutes)
      }
    }

    private var report: some View {
      let text = Text(text).font(.caption.monospaced())
      #if os(tvOS) || os(watchOS)
        return text
      #else
        return text.textSelection(.enabled)
      #endif
    }
  }
#endif

#if canImport(SwiftUI)
  import SwiftUI

  /// A text field with one line.
  struct TextLine: View {
    private let title: String
    @Binding private var text: String

    init(_ title: String, text: Binding<String>) {
      self.title = title
      _text = text
    }

    var body: some View {
      #if canImport(Darwin)
        TextField(title, text: $text)
          .textFieldStyle(.roundedBorder)
          .autocorrectionDisabled()
      #else
        Text(text)
      #endif
    }
  }

  /// A text editor with several lines.
  struct TextPage: View {
    @Binding var text: String

    var body: some View {
      #if canImport(Darwin)
        TextEditor(text: $text)
      #else
        Text(text)
      #endif
    }
  }
#endif

#if canImport(SwiftUI)
  import SwiftUI

  /// A control that selects one of several values.
  struct Choice<Value: Hashable & Identifiable, Row: View>: View {
    private let title: String
    private let values: [Value]
    @Binding private var selection: Value
    private let row: (Value) -> Row

    init(
      _ title: String, _ values: [Value], selection: Binding<Value>,
      @ViewBuilder row: @escaping (Value) -> Row
    ) {
      self.title = title
      self.values = values
      _selection = selection
      self.row = row
    }

    var body: some View {
      #if canImport(Darwin)
        Picker(title, selection: $selection) {
          ForEach(values) { row($0).tag($0) }
        }
        .pickerStyle(.inline)
        .labelsHidden()
      #else
        ForEach(values) { row($0).tag($0) }
      #endif
    }
  }
#endif

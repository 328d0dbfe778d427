import CGTK
import GTKHelpers

/// The part of the window that shows an article.
@MainActor
final class ArticleView {
  private let scroller = PositionScroller()
  private var article: Article?

  var widget: Widget { scroller.widget }

  /// Called with the new position when the user scrolls. The position is the height of the article
  /// above the visible part, as a fraction of the article's height.
  var onScroll: (Double) -> Void = { _ in }

  init() {
    widget.add(classes: "article")
    scroller.show(placeholder(), at: 0)
    scroller.onScroll = { [unowned self] in if article != nil { onScroll($0) } }
  }

  /// Shows an article, scrolled to a position; `nil` shows a placeholder. Does nothing if the view
  /// already shows this article.
  func show(_ article: Article?, at position: Double) {
    guard article != self.article else { return }
    self.article = article
    scroller.show(article.map(content) ?? placeholder(), at: position)
  }

  private func content(_ article: Article) -> Widget {
    let line = "\(article.feed)  ·  \(article.minutes) min"
    let column = box(
      GTK_ORIENTATION_VERTICAL, spacing: 18, label(line, classes: "article-line"),
      label(article.title, classes: "article-title"))
    for (index, paragraph) in article.paragraphs.enumerated() {
      let text = label(paragraph, classes: index == 0 ? "lead" : "text")
      gtk_widget_set_name(text, "paragraph \(index + 1)")
      gtk_box_append(column.cast(), text)
    }
    for text in column.children { gtk_label_set_max_width_chars(text.opaque, 56) }
    gtk_widget_set_halign(column, GTK_ALIGN_CENTER)
    column.setMargins(48)
    return column
  }

  private func placeholder() -> Widget {
    let text = label("Select an article", classes: "placeholder")
    gtk_widget_set_halign(text, GTK_ALIGN_CENTER)
    gtk_widget_set_name(text, "placeholder")
    return text
  }
}

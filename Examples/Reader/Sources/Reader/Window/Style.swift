/// The appearance of the app, as GTK's CSS.
enum Style {
  static let css = """
    .article { background: #fdfcfa; color: #26282b; }
    .article-line { font-size: 10.5pt; font-weight: bold; color: #2f6f8f; }
    .article-title { font-family: serif; font-size: 27pt; font-weight: bold; margin-bottom: 8px; }
    .lead { font-family: serif; font-size: 16pt; line-height: 1.4; color: #55595f; }
    .text { font-family: serif; font-size: 14pt; line-height: 1.5; }
    .placeholder { font-size: 16pt; color: #a6aab0; }

    .sidebar { background: #f0f2f4; border-right: 1px solid #d8dce0; color: #26282b; }
    .sidebar list { background: transparent; }
    .sidebar row { padding: 3px 10px; border-radius: 6px; margin: 0 8px; }
    .sidebar row.unread { font-weight: bold; }
    .sidebar row.selected { background: #2f6f8f; color: white; }
    .sidebar-title { font-size: 9pt; font-weight: bold; color: #2f6f8f; margin: 12px 18px 4px; }
    .notice { background: #f6dfa5; padding: 6px 14px; }
    """
}

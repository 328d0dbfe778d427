/// The appearance of the app, as GTK's CSS.
enum Style {
  static let css = """
    .page { background: #fbfaf8; color: #2b2622; }
    .page-title { font-family: serif; font-size: 26pt; font-weight: bold; }
    .page-line { font-size: 12pt; color: #6d645c; }
    .page-line label { color: #8a3b2e; }
    button.page-line { padding: 2px 6px; margin-left: -7px; }
    .page-text { font-size: 11pt; }
    .section-title { font-size: 13pt; font-weight: bold; margin-top: 12px; }

    .sidebar { background: #f1eee9; border-right: 1px solid #dcd6ce; color: #2b2622; }
    .sidebar list { background: transparent; }
    .sidebar row { padding: 5px 10px; border-radius: 6px; margin: 0 6px; }
    .sidebar-title { font-weight: bold; color: #6d645c; margin: 10px 16px 4px; }
    .sidebar-line { font-size: 9pt; color: #867c72; }
    .private headerbar { background: #3d3a50; color: #f1eefb; }
    .notice { background: #f6dfa5; padding: 6px 14px; }

    flowboxchild { padding: 0; border-radius: 6px; }
    .cover {
      border-radius: 2px 5px 5px 2px; padding: 16px 10px 12px 18px; color: #fdf8ee;
      box-shadow: 0 1px 4px alpha(black, 0.4), inset 6px 0 5px -4px alpha(black, 0.45);
    }
    .cover-title { font-family: serif; font-size: 11.5pt; font-weight: bold; }
    .cover-line { font-size: 8.5pt; opacity: 0.85; }
    .cover.large .cover-title { font-size: 17pt; }
    .cover.large .cover-line { font-size: 11pt; }
    .cover.shelf { border-radius: 10px; box-shadow: 0 1px 4px alpha(black, 0.3); }
    .cover.shelf .cover-title { font-size: 16pt; }
    .color0 { background: linear-gradient(165deg, #9b3b3f, #6c2029); }
    .color1 { background: linear-gradient(165deg, #2f7d6b, #175247); }
    .color2 { background: linear-gradient(165deg, #4a4a68, #26263d); }
    .color3 { background: linear-gradient(165deg, #33689c, #1b3f68); }
    .color4 { background: linear-gradient(165deg, #a87b34, #75501a); }
    .color5 { background: linear-gradient(165deg, #74853a, #4c5a1d); }
    .color6 { background: linear-gradient(165deg, #87526f, #57304a); }
    .color7 { background: linear-gradient(165deg, #8a6350, #573a2d); }
    """
}

# Functions for the scripts `check` of the GTK apps. The functions run the app under Xvfb, use its
# windows with mouse and keys, and read its store's file. Each script sets `name`, the name of the
# program, and sources this file:
#
#   name=Books; cd "$(dirname "$0")"; source ../GTK/xvfb.bash
#
# The first argument of the script is the folder for the screenshots.

for tool in Xvfb:xvfb xdotool:xdotool python3:python3; do
  command -v "${tool%:*}" >/dev/null || {
    echo "${tool%:*} is missing: apt-get install ${tool#*:}" >&2
    exit 2
  }
done
swift build
binary=$(swift build --show-bin-path)/$name
shots=${1:-$(mktemp -d)}
mkdir -p "$shots"
folder=$(mktemp -d)
store=$folder/data/$name/NavStore/NavStore.sqlite
app= x= window=

# Makes GTK use no session bus, settings, data folder and graphics card of the desktop on which the script runs.
unset DBUS_SESSION_BUS_ADDRESS WAYLAND_DISPLAY
export GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none GSETTINGS_BACKEND=memory LC_ALL=C.UTF-8
export XDG_DATA_HOME=$folder/data XDG_CONFIG_HOME=$folder/config HOME=$folder

stop() {
  [ -z "$app" ] || killed
  [ -z "$x" ] || kill "$x" 2>/dev/null || true
  rm -rf "$folder"
}
trap stop EXIT

exec 3<>"$folder/display"
# Without -noreset, Xvfb resets itself when its last client ends. During the reset, which takes a
# short time, the app can't be started.
Xvfb -displayfd 3 -noreset -screen 0 1280x1024x24 -nolisten tcp >"$folder/xvfb.log" 2>&1 &
x=$!

# --- Output, and waiting

step() { printf '%s\n' "$*"; }

shot() {
  if command -v import >/dev/null; then import -window root "$shots/$1.png"; fi
}

fail() {
  shot failed || true
  printf '%s: %s\nScreenshots: %s\n' "$name" "$*" "$shots" >&2
  [ ! -e "$folder/log" ] || tail -n 40 "$folder/log" >&2
  exit 1
}

trap 'fail "Line $LINENO failed: $BASH_COMMAND"' ERR

# until_true SENTENCE COMMAND…: repeats the command until it succeeds. Fails with the sentence after 30 seconds.
until_true() {
  local sentence=$1 deadline=$((SECONDS + 30))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$deadline" ] || fail "$sentence"
    sleep 0.05
  done
}

until_true "Xvfb does not start." test -s "$folder/display"
export DISPLAY=:$(head -n 1 "$folder/display")

# --- The app

# start ARGUMENT…: starts the app with these arguments.
start() {
  # Appends the messages of GTK, GLib and the app in the last run to the file "problems", without the app's reports.
  [ ! -e "$folder/log" ] || grep -vE '^(first frame|window|at|end)' "$folder/log" >>"$folder/problems" || true
  : >"$folder/log"
  "$binary" --trace "$@" 2>"$folder/log" &
  app=$!
}

titles() {
  local id
  for id in $(xdotool search --onlyvisible --name "$name" 2>/dev/null); do
    xdotool getwindowname "$id" 2>/dev/null || true
  done | LC_ALL=C sort
}

are_titles() { [ "$(titles)" = "$(printf '%s\n' "$@" | LC_ALL=C sort)" ]; }

# sees TITLE…: waits until exactly the windows with these titles are open.
sees() {
  until_true "The windows should be: $(printf '«%s» ' "$@"); they are: $(titles | tr '\n' ',')" \
    are_titles "$@"
}

# Focuses the window $window. Fails if the window isn't on screen, so that until_true repeats the
# call.
focus() { timeout 5 xdotool windowraise "$window" windowfocus --sync "$window" 2>/dev/null; }

find_window() {
  window=$(xdotool search --onlyvisible --name "^$1\$" 2>/dev/null | tail -n 1)
  [ -n "$window" ] && focus
}

# in_window TITLE: waits for a window whose title matches the pattern TITLE. Clicks and keys then use this window.
in_window() { until_true "There is no window «$1»." find_window "$1"; }

is_here() { [ "$(xdotool getwindowname "$window" 2>/dev/null)" = "$1" ]; }

here() {
  until_true "The window should be «$1»; it is «$(xdotool getwindowname "$window" || true)»." is_here "$1"
}

# place NAME: prints the position of the widget with this name in the window $window, from the app's last report.
# Prints an empty line if the widget isn't visible. The name of a disabled widget ends with " (disabled)".
place() {
  awk -v title="window $(xdotool getwindowname "$window")" -v name="$1" '
    /^window / { isIt = $0 == title; if (isIt) point = ""; next }
    isIt && /^at / { at = $2 " " $3; sub(/^at [^ ]+ [^ ]+ /, ""); if ($0 == name) point = at }
    END { print point }' "$folder/log"
}

is_shown() { [ -n "$(place "$1")" ]; }
is_hidden() { [ -z "$(place "$1")" ]; }

# click NAME [BUTTON]: waits for the widget with this name, and clicks its center with a mouse button. The default
# is button 1, the left one.
click() {
  until_true "«$1» is not on screen." is_shown "$1"
  # shellcheck disable=SC2046  # two numbers
  xdotool mousemove --window "$window" $(place "$1") click "${2:-1}" ||
    fail "«$1» cannot be clicked."
}

key() {
  until_true "The window does not take the focus." focus
  xdotool key --clearmodifiers "$@" || fail "$* cannot be pressed."
}

has_ended() { ! kill -0 "$app" 2>/dev/null; }

killed() {
  { kill -9 "$app" && wait "$app"; } 2>/dev/null || true
}

# Waits until the store has confirmed the restore, five seconds after the launch. After two kills in
# a row before the restore was confirmed, the crash guard would skip the scene, and the app would
# start at its root screens.
lived() { file attempts 0; }

# ended HOW: waits until the app exits, and fails if its exit status isn't 0. HOW is the action that
# ends the app, for the message.
ended() {
  until_true "The app goes on after $1." has_ended
  local status=0
  wait "$app" || status=$?
  [ "$status" -eq 0 ] || fail "The app ended with status $status after $1."
  app=
}

# no_problems: fails if a run of the app before the current one has logged a message.
no_problems() { [ ! -s "$folder/problems" ] || fail "$(cat "$folder/problems")"; }

# --- The store's file. Python's SQLite reads a copy of the file.

# look WHAT [ACCOUNT]: prints the stacks, history, attempts, values or item values in the file. The default for
# ACCOUNT is the empty key, which means signed out.
look() {
  python3 - "$store" "$1" "${2:-}" <<'PY'
import glob, json, os, shutil, sqlite3, sys, tempfile
store, what, account = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    for file in glob.glob(store + "*"):
        shutil.copy(file, folder)
    db = sqlite3.connect(os.path.join(folder, os.path.basename(store)))
    def name(payload):
        case, value = next(iter(json.loads(payload).items()))
        return next(iter(value.values()))
    def path(tip):
        names = []
        while tip:
            payload, tip = db.execute(
                "SELECT payload, parent FROM visit LEFT JOIN route ON route.id = visit.route "
                "WHERE visit.id = ?", (tip,)).fetchone()
            if payload:
                names.insert(0, name(payload))
        return " ".join(names)
    if what == "stacks":
        rows = db.execute(
            "SELECT tip FROM stack JOIN scene ON scene.id = stack.scene "
            "JOIN account ON account.id = stack.account WHERE closed IS NULL AND account.key = ?", (account,))
        print(", ".join(sorted(path(tip) for tip, in rows)))
    elif what == "history":
        print(", ".join(sorted({name(payload) for payload, in db.execute(
            "SELECT payload FROM visit JOIN route ON route.id = visit.route "
            "JOIN stack ON stack.id = visit.stack JOIN account ON account.id = stack.account "
            "WHERE time IS NOT NULL AND account.key = ?", (account,))})))
    elif what == "attempts":
        print(db.execute("SELECT coalesce(sum(attempts), 0) FROM scene").fetchone()[0])
    elif what == "values":
        print(" ".join(value for value, in db.execute(
            "SELECT value FROM value WHERE kind = 3 ORDER BY name")))
    elif what == "item values":
        print(", ".join(f"{key} {value}" for key, value in db.execute(
            "SELECT DISTINCT payload, value FROM value JOIN item ON item.id = value.owner "
            "JOIN route ON route.item = item.id JOIN account ON account.id = item.account "
            "WHERE value.kind = 1 AND account.key = ? ORDER BY payload", (account,))))
PY
}

says() { [ "$(look "$1" "${3:-}" 2>/dev/null)" = "$2" ]; }

# file WHAT CONTENT [ACCOUNT]: waits until `look WHAT ACCOUNT` prints CONTENT.
file() {
  until_true "The file should have as $1: «$2»; it has: «$(look "$1" "${3:-}")»." says "$1" "$2" "${3:-}"
}

holds() { grep -aqF "$1" "$store"*; }

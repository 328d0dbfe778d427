# Converts the symbol graphs of one product on one platform into the data for the lines of API.txt. .ci/api runs it.
#
#   jq -s -f .ci/api.jq --arg platform iOS GRAPH…
#
# Only symbols that the code declares are listed. They have a location in the sources, and derived or inherited members
# have none.

def table(key; value): map({key: key, value: value}) | from_entries;
def path: .pathComponents | join(".");
def isBlock: .kind.identifier == "swift.extension";

def constraints: [.[]? | if .kind == "sameType" then "\(.lhs) == \(.rhs)" else "\(.lhs): \(.rhs)" end
  | select(test(": (Copyable|Escapable)$") | not)];

def version: [.major, .minor, .patch] | map(values | tostring) | join(".");
def availability: [.availability[]? | [.domain // "*",
  (.introduced // empty | "introduced: " + version),
  (.deprecated // empty | "deprecated: " + version),
  (.obsoleted // empty | "obsoleted: " + version),
  (select(.isUnconditionallyDeprecated) | "deprecated"),
  (select(.isUnconditionallyUnavailable) | "unavailable")] | "@available(" + join(", ") + ")"];

map(.symbols[]) as $symbols
| map(.relationships[]) as $relationships
| ($symbols | table(.identifier.precise; path)) as $paths
| ($symbols | map(select(isBlock | not)) | table(path; .swiftGenerics.constraints | constraints)) as $generics
| ($relationships | map(select(.kind == "requirementOf")) | table(.source; true)) as $requirements
| ($relationships | map(select(.kind == "conformsTo" or .kind == "inheritsFrom"))
    | group_by(.source) | table(.[0].source; .)) as $supertypes
# The constraints of a symbol's extension, without the constraints of the extended type itself.
| def added($type): constraints - ($generics[$type] // []) | if . == [] then "" else " where " + join(", ") end;
$symbols[]
| select(.location and (isBlock | not))
| .identifier.precise as $id
| path as $path
| (.pathComponents[:-1] | join(".")) as $type
# Symbol graphs have `Type : Protocol` in protocols. Removes the space before the colon, so that all lines have one form.
| [.declarationFragments[].spelling | gsub("\\s*\n\\s*"; " ") | gsub("(?<end>^|\\w) : "; "\(.end): ")] as $words
| (.declarationFragments | map(.kind == "identifier" or (.spelling | IN("init", "subscript"))) | index(true)) as $name
| (.swiftExtension.constraints | added($type)) as $where
| ($words[$name:] | join("") | sub("\\s+$"; "")
    | if contains(" where ") then . + ($where | sub("^ where"; ",")) else . + $where end) as $signature
| (availability + [$words[:$name] | join("") | sub("\\s+$"; "") | select(. != "")] | join(" ")) as $modifiers
| [$supertypes[$id][]?
    | (.targetFallback // "." + $paths[.target] | sub("^[^.]*\\."; "")) as $name
    | select($name | IN("Copyable", "Escapable", "SendableMetatype") | not)
    | $name + (.swiftConstraints | added($path))] as $conformances
| { path: .pathComponents,
    platform: $platform,
    text: [
      (if $type == "" then "" else $type + "." end) + $signature,
      $modifiers
        + (if $conformances == [] then "" else ": " + ($conformances | unique | join(", ")) end)
        + (if $requirements[$id] then ", requirement" else "" end)
    ] | map(select(. != "")) | join("  ") }

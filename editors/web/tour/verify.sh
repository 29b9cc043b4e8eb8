#!/usr/bin/env bash
# Checks the lessons of the tour: `start.opp` fails its test, `solution.opp` passes check, lint, fmt and test,
# and fires over the data of the lesson.
#
#   OPP=path/to/opp editors/web/tour/verify.sh [LESSON]…
set -u
here=$(cd "$(dirname "$0")" && pwd)
opp=${OPP:-opp}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

fail() { echo "FAILED $1: $2"; bad=1; }

# A rule set as the page makes it: the text of the editor, the test beside it, the data below.
made() {
  rm -rf "$work/set"
  mkdir -p "$work/set"
  cp "$1" "$work/set/rules.opp"
  if [ -f "$here/$2/test.opp" ]; then cp "$here/$2/test.opp" "$work/set/"; fi
  cp -r "$here/$2/data" "$work/set/data"
}

if [ $# -gt 0 ]; then lessons=$*; else lessons=$(cd "$here" && ls -d [0-9]*/ | tr -d /); fi
for lesson in $lessons; do
  folder=$here/$lesson
  for part in "# " "## Your turn" "## Hint" "## Next"; do
    grep -q "^$part" "$folder/lesson.md" || fail "$lesson" "lesson.md has no '$part'"
  done
  lines=$(grep -c '' "$folder/start.opp")
  if [ "$lines" -lt 5 ] || [ "$lines" -gt 12 ]; then fail "$lesson" "start.opp has $lines lines"; fi
  size=$(cat "$folder"/data/* | wc -c)
  if [ "$size" -gt 6144 ]; then fail "$lesson" "$size bytes of data"; fi

  made "$folder/start.opp" "$lesson"
  (cd "$work/set" && "$opp" test) > "$work/out" 2>&1
  status=$?
  if [ $status -ne 1 ]; then fail "$lesson" "start.opp ends with $status, not 1"; cat "$work/out"; fi
  if [ -n "${SHOW:-}" ]; then echo "--- $lesson, start"; cat "$work/out"; (cd "$work/set" && "$opp" eval; "$opp" lint) 2>&1; fi

  made "$folder/solution.opp" "$lesson"
  for command in check lint "fmt --check" test eval; do
    (cd "$work/set" && "$opp" $command) > "$work/out" 2>&1
    status=$?
    if [ $status -ne 0 ]; then fail "$lesson" "opp $command ends with $status"; cat "$work/out"; fi
    if [ "$command" = lint ] && ! grep -q '^no problems' "$work/out"; then fail "$lesson" "lint finds something"; cat "$work/out"; fi
    if [ "$command" = eval ]; then
      if ! grep -q '^2026' "$work/out"; then fail "$lesson" "nothing fires over the data"; fi
      if [ -n "${SHOW:-}" ]; then echo "--- $lesson, solution"; cat "$work/out"; fi
    fi
  done
  echo "ok $lesson ($lines lines, $size bytes of data)"
done
exit $bad

# shellcheck shell=bash
# .ci/run and .ci/night source this. It installs what a bare machine lacks, runs steps, and says how
# long each took. At the end it names the steps that did not run. With --whole these are failures, as
# before a release. If `go_on` is set, the script goes on after a failed step and names it at the end.
# Otherwise it ends there.

install() {
  echo "ci: installing $*" >&2
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

not_run=()
failed=()
whole=
[ "${1-}" != --whole ] || whole=yes

# Runs a command for at most `limit` seconds, or an hour if that is not set. Status 77 means that this machine cannot run
# it, and that the command has said why.
step() {
  local start=$SECONDS status=0
  timeout -k 30 "${limit:-3600}" "$@" || status=$?
  echo "ci: $((SECONDS - start)) s: $*" >&2
  case $status in
  0) ;;
  77) not_run+=("$*") ;;
  *)
    echo "ci: failed with $status: $*" >&2
    failed+=("$*")
    [ -n "${go_on-}" ] || exit 1
    ;;
  esac
}

# Starts a step that runs beside those after it. `together` waits for it.
beside() {
  aside=$(mktemp -d)
  (
    step "$@"
    printf '%s\n' "${not_run[@]+"${not_run[@]}"}" >"$aside/not_run"
  ) >"$aside/said" 2>&1 &
  aside_pid=$!
  # If a step fails meanwhile, the script ends, and the step beside it, too.
  trap 'pkill -P "$aside_pid" || true' EXIT
}

# Waits for the step beside, and prints what it said. Ends the script if that step failed.
together() {
  local each status=0
  wait "$aside_pid" || status=$?
  trap - EXIT
  cat "$aside/said" >&2
  [ "$status" = 0 ] || exit "$status"
  while IFS= read -r each; do
    [ -z "$each" ] || not_run+=("$each")
  done <"$aside/not_run"
  rm -r "$aside"
}

# Notes which tests the last build left out, and why, among what was not run. The build itself passes without them.
left_out_tests() {
  local each found
  found=$(find . -maxdepth 5 -path '*/target/surefire-reports/TEST-*.xml' -exec \
    awk -F '"' '/<testcase / { test = $4 "." $2 } /<skipped/ { print test ": " $2 }' {} +)
  while IFS= read -r each; do
    [ -z "$each" ] || not_run+=("$each")
  done <<<"$found"
}

# Prints a line. On GitHub it is on the page of the run, too.
say() {
  echo "$1" >&2
  [ -z "${GITHUB_STEP_SUMMARY-}" ] || echo "- $1" >>"$GITHUB_STEP_SUMMARY"
}

# Names the steps that failed, and the steps and tests that this machine could not run. It fails if a
# step failed, or if --whole was given and one did not run.
conclude() {
  local each
  for each in "${not_run[@]+"${not_run[@]}"}"; do
    say "ci: NOT RUN, as this machine cannot: $each"
  done
  for each in "${failed[@]+"${failed[@]}"}"; do
    say "ci: FAILED: $each"
  done
  if [ -n "$whole" ] && [ "${#not_run[@]}" -gt 0 ]; then
    say "ci: failed: every step must run with --whole"
    exit 1
  fi
  [ "${#failed[@]}" = 0 ] || exit 1
}

for each in mvn:maven curl:curl jq:jq python3:python3-minimal chromium:chromium; do
  command -v "${each%:*}" >/dev/null || install "${each#*:}"
done
command -v npm >/dev/null || install nodejs npm
command -v gcc >/dev/null || install gcc libc6-dev
# An engine for containers. If none can run here, the steps that need it say so.
if ! docker info >/dev/null 2>&1 && ! command -v podman >/dev/null && [ "$(id -u)" = 0 ]; then
  install podman runc netavark iptables
fi
python3 -m pip --version >/dev/null 2>&1 || install python3-pip
python3 -c "import ensurepip" 2>/dev/null || install python3-venv

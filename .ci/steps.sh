# shellcheck shell=bash
# Sourced by .ci/run and .ci/night: installs what a bare machine lacks, runs steps, says how long each
# took, and names at its end what was not run. With --whole that is a failure, as before a release.
# With `go_on` set, what fails is named at the end; without, it ends the script.

install() {
  echo "ci: installing $*" >&2
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

not_run=()
failed=()
whole=
[ "${1-}" != --whole ] || whole=yes

# Runs a command, for `limit` seconds at most, an hour if it is not set. 77: this machine cannot run it, and it said why.
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

# Adds to what was not run each test that the last build left out, with what it lacked: a build with such tests passes.
left_out_tests() {
  local each found
  found=$(find . -maxdepth 5 -path '*/target/surefire-reports/TEST-*.xml' -exec \
    awk -F '"' '/<testcase / { test = $4 "." $2 } /<skipped/ { print test ": " $2 }' {} +)
  while IFS= read -r each; do
    [ -z "$each" ] || not_run+=("$each")
  done <<<"$found"
}

# Says a line, on GitHub on the page of the run, too.
say() {
  echo "$1" >&2
  [ -z "${GITHUB_STEP_SUMMARY-}" ] || echo "- $1" >>"$GITHUB_STEP_SUMMARY"
}

# Names the steps that failed, and the steps and tests that this machine could not run. It fails if a
# step did, or if all were to be run and one was not.
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
# An engine for containers. Without one, or where none runs, steps say so.
if ! docker info >/dev/null 2>&1 && ! command -v podman >/dev/null && [ "$(id -u)" = 0 ]; then
  install podman runc netavark iptables
fi
python3 -m pip --version >/dev/null 2>&1 || install python3-pip
python3 -c "import ensurepip" 2>/dev/null || install python3-venv

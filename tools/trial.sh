# shellcheck shell=bash
# Scripts that try Doorlist source this. It has a folder $work and processes that end with the
# script, free ports, and pinned tools. $top is the repository's folder.

work=$(mktemp -d)
pids=()
end_all() {
  local pid
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null || true; done
  end_more
  rm -rf "$work"
}
# A script that has more to end defines this again.
end_more() { :; }
trap end_all EXIT

# Ends a script with 77 and the reason. The status says that the script did not run.
not_here() {
  echo "${0#"$top/"}: not run: $*" >&2
  exit 77
}

# need COMMAND PACKAGE...: installs the packages of missing commands. That needs root and apt.
need() {
  local missing=()
  while [ $# -gt 0 ]; do
    command -v "$1" >/dev/null || missing+=("$2")
    shift 2
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || not_here "this machine lacks ${missing[*]}"
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    not_here "cannot install ${missing[*]}"
}

# Prints a port that nobody has.
free_port() { PYTHONPATH=$top/tools python3 -B -c 'import trial; print(trial.free_port())'; }

# Starts a command like `./doorlist up`. Its output is in $work/out and $work/err, and its process id in
# $up.
start_up() {
  : >"$work/out"
  "$@" >"$work/out" 2>"$work/err" &
  up=$!
  pids+=("$up")
}

# Waits at most ten minutes until its output has a line that matches. If it ends before, the script
# ends with its status, which may be 77.
await_up() {
  local status=0
  for _ in $(seq 1 12000); do
    if grep -q "$1" "$work/out"; then return; fi
    kill -0 "$up" 2>/dev/null || { wait "$up" || status=$?; break; }
    sleep 0.05
  done
  cat "$work/out" "$work/err" >&2
  exit $((status == 0 ? 1 : status))
}

# Prints the folder of the tools NAME ($1), for the file that pins them ($2).
tools_of() { echo "$top/.venv/$1-$(sha256sum "$2" | cut -c1-12)"; }

# Sets $tools to the folder of the Python tools NAME, which are installed once from the file that pins
# them. With further options for pip, only some are installed. $PYTHON may name another Python.
python_tools() {
  tools=$(tools_of "$1" "$2")
  [ ! -e "$tools/complete" ] || return 0
  echo "$1: installing its tools, which takes a minute or two, once" >&2
  rm -rf "$tools"
  "${PYTHON:-python3}" -m venv "$tools"
  local pip=(timeout 900 "$tools/bin/pip" --quiet --disable-pip-version-check) what=(--no-deps --no-index --find-links "$tools/wheels")
  if [ $# -gt 2 ]; then
    what=("${@:3}")
  else
    # One request after the other would take most of the time, so eight run in parallel.
    grep -v '^#' "$2" | xargs -n 10 -P 8 "${pip[@]}" download --no-deps --dest "$tools/wheels"
  fi
  "${pip[@]}" install "${what[@]}" -r "$2"
  rm -rf "$tools/wheels"
  touch "$tools/complete"
}

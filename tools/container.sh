# shellcheck shell=bash
# Scripts that make or run container images source this.

# copy_libraries ROOT FOLDER...: copies the libraries that the programs in these folders load into
# ROOT.
copy_libraries() {
  { find "${@:2}" -type f \( -name '*.so' -o -perm -u+x \) -exec ldd {} + 2>/dev/null || true; } |
    awk '$2 == "=>" && $3 ~ "^/" { print $3 } $1 ~ "^/.*ld-linux" { print $1 }' | sort -u | { grep -v "^$1" || true; } |
    while read -r library; do
      mkdir -p "$1$(dirname "$library")"
      cp -L "$library" "$1$library"
    done
}

# Settings for Podman on a machine with cgroups v1, such as a small virtual one. They ask no systemd,
# and set low limits. Soft and hard limits are equal, because Podman 4's API mixes them up. The given
# folder must exist as long as the containers.
podman_settings() {
  if [ -z "${CONTAINERS_CONF:-}" ] && [ ! -f /sys/fs/cgroup/cgroup.controllers ] && command -v runc >/dev/null; then
    printf '%s\n' '[containers]' 'default_ulimits = ["nofile=4096:4096", "nproc=8192:8192"]' \
      '[engine]' 'runtime = "runc"' 'cgroup_manager = "cgroupfs"' 'events_logger = "file"' >"$1/containers.conf"
    export CONTAINERS_CONF=$1/containers.conf
  fi
}

# Sets $docker to the client of an engine. This is Docker's, or one for the engine at DOCKER_HOST.
# Otherwise it is Podman's, with a service in the folder $1 and with its process in $engine. Fails if
# there is no engine.
container_engine() {
  if command -v docker >/dev/null && docker info >/dev/null 2>&1; then
    docker=docker
    export DOCKER_HOST=${DOCKER_HOST:-unix:///var/run/docker.sock}
    return
  fi
  command -v podman >/dev/null || return 1
  podman_settings "$1"
  podman info >/dev/null 2>&1 || return 1
  # Podman's networks need this package, but Debian's Podman only suggests it.
  command -v iptables >/dev/null || [ -x /usr/sbin/iptables ] || return 1
  docker=podman
  podman system service --time=0 "unix://$1/engine.sock" >"$1/engine.log" 2>&1 &
  engine=$!
  export DOCKER_HOST=unix://$1/engine.sock
  for _ in $(seq 1 100); do
    [ ! -S "$1/engine.sock" ] || return 0
    sleep 0.1
  done
  return 1
}

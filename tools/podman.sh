# shellcheck shell=bash
# Settings for Podman on a machine with the first version of cgroups, such as a small virtual one: no
# systemd to ask, low limits (soft and hard alike, since Podman 4's API mixes them up). The folder
# given must last as long as the containers.
podman_settings() {
  if [ -z "${CONTAINERS_CONF:-}" ] && [ ! -f /sys/fs/cgroup/cgroup.controllers ] && command -v runc >/dev/null; then
    printf '%s\n' '[containers]' 'default_ulimits = ["nofile=4096:4096", "nproc=8192:8192"]' \
      '[engine]' 'runtime = "runc"' 'cgroup_manager = "cgroupfs"' 'events_logger = "file"' >"$1/containers.conf"
    export CONTAINERS_CONF=$1/containers.conf
  fi
}

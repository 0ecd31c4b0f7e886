# shellcheck shell=bash
# Sourced in this folder: installs what package-lock.json has, once.
if ! cmp -s package-lock.json node_modules/.installed; then
  timeout 300 npm ci --ignore-scripts --no-audit --no-fund >"$work/npm" 2>&1 || { cat "$work/npm" >&2; exit 1; }
  cp package-lock.json node_modules/.installed
fi

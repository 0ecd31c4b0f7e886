package io.doorlist.phone.jvm;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLSocketFactory;

/** How a phone works. Each method returns new settings with one thing changed. */
public final class PhoneSettings {
  private final Path folder;
  private final PhoneListener listener;
  private final LongSupplier elapsedMillis;
  private final SSLSocketFactory sockets;

  private PhoneSettings(
      Path folder, PhoneListener listener, LongSupplier elapsedMillis, SSLSocketFactory sockets) {
    this.folder = folder;
    this.listener = listener;
    this.elapsedMillis = elapsedMillis;
    this.sockets = sockets;
  }

  /**
   * Creates settings.
   *
   * @param folder where the phone stores its data; it is created if it does not exist. Leave it out
   *     of backups of the device, because another phone that restored it would send the scans
   *     again.
   */
  public static PhoneSettings in(Path folder) {
    return new PhoneSettings(
        Objects.requireNonNull(folder),
        state -> {},
        () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()),
        null);
  }

  /** Sets the listener, which is told of changes. */
  public PhoneSettings listener(PhoneListener other) {
    return new PhoneSettings(folder, Objects.requireNonNull(other), elapsedMillis, sockets);
  }

  /**
   * Sets the monotonic clock, in milliseconds since any fixed moment. On Android, pass {@code
   * SystemClock::elapsedRealtime}, because the default clock stops while the device sleeps.
   */
  public PhoneSettings elapsedMillis(LongSupplier other) {
    return new PhoneSettings(folder, listener, Objects.requireNonNull(other), sockets);
  }

  /**
   * Sets the factory of TLS connections, for a service whose certificate the device does not trust.
   */
  public PhoneSettings sockets(SSLSocketFactory other) {
    return new PhoneSettings(folder, listener, elapsedMillis, Objects.requireNonNull(other));
  }

  Path folder() {
    return folder;
  }

  PhoneListener listener() {
    return listener;
  }

  LongSupplier elapsedMillis() {
    return elapsedMillis;
  }

  Optional<SSLSocketFactory> sockets() {
    return Optional.ofNullable(sockets);
  }
}

package io.doorlist.local;

import io.doorlist.local.tls.Authority;
import io.doorlist.local.tls.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** What a phone trusts. Java checks names, times, uses and name constraints. */
public record Trust(SSLContext context) {
  private static final int PATIENCE_MILLIS = 20_000;

  /** Trusts the authority that a host keeps in a folder. */
  static Trust authority(Path folder) throws IOException, GeneralSecurityException {
    return new Trust(inFolder(folder.resolve("authority")));
  }

  /** Trusts the authority in a folder. */
  public static SSLContext inFolder(Path folder) throws IOException, GeneralSecurityException {
    try (InputStream file = Files.newInputStream(folder.resolve(Authority.CERTIFICATE))) {
      return in(CertificateFactory.getInstance("X.509").generateCertificate(file));
    }
  }

  static Trust nothing() throws IOException, GeneralSecurityException {
    return new Trust(
        in(
            Authority.open(Files.createTempDirectory("other"), List.of("other"), Instant.now())
                .identity(List.of("other"), List.of(), Instant.now())
                .chain()
                .getFirst()));
  }

  /** Trusts one certificate. */
  public static SSLContext in(Certificate certificate)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("trusted", certificate);
    TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
    managers.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  /** Connects from an address; the handshake comes with the first byte. */
  SSLSocket connect(String from, URI to) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket();
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(new InetSocketAddress(to.getHost(), to.getPort()));
    socket.setSoTimeout(PATIENCE_MILLIS);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    return socket;
  }

  /** Writes {@code certificate.pem} and {@code key.pem} of a server of this name, made then. */
  public static void writeIdentity(Path folder, String name, Instant made) throws Exception {
    Identity identity =
        Authority.open(folder, List.of(name), made).identity(List.of(name), List.of(), made);
    Files.writeString(
        folder.resolve("certificate.pem"),
        pem("CERTIFICATE", identity.chain().getFirst().getEncoded()));
    Files.writeString(folder.resolve("key.pem"), pem("PRIVATE KEY", identity.key().getEncoded()));
  }

  private static String pem(String type, byte[] content) {
    return "-----BEGIN %s-----\n%s\n-----END %1$s-----\n"
        .formatted(type, Base64.getMimeEncoder().encodeToString(content));
  }
}

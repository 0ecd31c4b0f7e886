package io.doorlist.local.tls;

import io.doorlist.local.failure.LocalHostException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMException;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/**
 * The key and certificates by which a server identifies itself in TLS.
 *
 * @param chain certificates, the server's own first
 */
public record Identity(PrivateKey key, List<X509Certificate> chain) {
  private static final char[] NO_PASSWORD = {};
  private static final int DNS = 2;

  public Identity {
    chain = List.copyOf(chain);
  }

  /**
   * Reads PEM files.
   *
   * @throws LocalHostException if they cannot be read, are something else, or do not belong
   *     together
   */
  public static Identity read(Path certificate, Path key) {
    List<X509Certificate> chain = new ArrayList<>();
    for (Object each : objects(certificate)) {
      if (each instanceof X509CertificateHolder holder) {
        chain.add(certificate(holder));
      }
    }
    PrivateKey secret = null;
    for (Object each : objects(key)) {
      secret = secret == null ? key(each) : secret;
    }
    if (chain.isEmpty()) {
      throw new LocalHostException("%s has no certificate in PEM format".formatted(certificate));
    }
    if (secret == null) {
      throw new LocalHostException("%s has no private key in PEM format".formatted(key));
    }
    Identity identity = new Identity(secret, chain);
    if (!identity.belongsTogether()) {
      throw new LocalHostException(
          "the key %s does not belong to the certificate %s".formatted(key, certificate));
    }
    return identity;
  }

  static List<Object> objects(Path file) {
    try (Reader reader = Files.newBufferedReader(file);
        PEMParser parser = new PEMParser(reader)) {
      List<Object> all = new ArrayList<>();
      for (Object each = parser.readObject(); each != null; each = parser.readObject()) {
        all.add(each);
      }
      return all;
    } catch (IOException e) {
      throw new LocalHostException("cannot read " + file, e);
    }
  }

  static X509Certificate certificate(X509CertificateHolder holder) {
    try {
      return new JcaX509CertificateConverter().getCertificate(holder);
    } catch (CertificateException e) {
      throw new LocalHostException("a certificate is malformed", e);
    }
  }

  /** Returns the private key in an entry of a PEM file, or {@code null} if it has none. */
  static PrivateKey key(Object entry) {
    JcaPEMKeyConverter converter = new JcaPEMKeyConverter();
    try {
      return switch (entry) {
        case PEMKeyPair pair -> converter.getPrivateKey(pair.getPrivateKeyInfo());
        case PrivateKeyInfo info -> converter.getPrivateKey(info);
        default -> null;
      };
    } catch (PEMException e) {
      throw new LocalHostException("a private key is malformed", e);
    }
  }

  private boolean belongsTogether() {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> key.getAlgorithm();
        };
    try {
      byte[] text = {1, 2, 3};
      Signature signer = Signature.getInstance(algorithm);
      signer.initSign(key);
      signer.update(text);
      byte[] signature = signer.sign();
      Signature verifier = Signature.getInstance(algorithm);
      verifier.initVerify(chain.getFirst().getPublicKey());
      verifier.update(text);
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /**
   * Fails if phones would now refuse the certificate's dates. The message names the certificate's
   * file.
   */
  public void checkDates(Path file, Instant now) {
    Instant first = chain.getFirst().getNotBefore().toInstant();
    Instant last = chain.getFirst().getNotAfter().toInstant();
    if (now.isBefore(first) || now.isAfter(last)) {
      throw new LocalHostException(
          "the certificate %s is good from %s to %s and phones refuse it now: renew it, start without it, or set this machine's clock"
              .formatted(file, first, last));
    }
  }

  public Optional<String> name() {
    try {
      Collection<List<?>> names = chain.getFirst().getSubjectAlternativeNames();
      return names == null
          ? Optional.empty()
          : names.stream()
              .filter(name -> name.getFirst().equals(DNS))
              .map(name -> (String) name.get(1))
              .filter(name -> !name.startsWith("*"))
              .findFirst();
    } catch (CertificateException e) {
      return Optional.empty();
    }
  }

  /** Returns the identity as a key store without a password, in memory only. */
  public KeyStore keyStore() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      store.setKeyEntry("door", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new LocalHostException("the certificate cannot be used", e);
    }
  }
}

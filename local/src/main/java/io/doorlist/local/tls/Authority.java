package io.doorlist.local.tls;

import io.doorlist.local.failure.LocalHostException;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.NameConstraintValidatorException;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.asn1.x509.PKIXNameConstraintValidator;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * This machine's own certificate authority, which phones have to trust only once. It can sign
 * certificates only for servers with a private address, or with this machine's name, alone or with
 * {@code .local}. So a thief of its key cannot pretend to be a site on the internet. See ADR 0040.
 */
public final class Authority {
  public static final String CERTIFICATE = "authority.crt";

  private static final String KEY = "authority.key";
  private static final String ALGORITHM = "SHA256withECDSA";
  private static final Duration LIFE = Duration.ofDays(3_650);

  /**
   * How long a server's certificate lives. Phones accept at most 397 days, and a host makes a new
   * certificate at each start.
   */
  private static final Duration LIFE_OF_A_LEAF = Duration.ofDays(180);

  /**
   * A certificate is valid from this long before now, because clocks of machines without internet
   * differ.
   */
  private static final Duration CLOCKS = Duration.ofDays(2);

  /** The addresses that routers hand out, and loopback. */
  private static final List<String> PRIVATE =
      List.of(
          "10.0.0.0/8",
          "172.16.0.0/12",
          "192.168.0.0/16",
          "169.254.0.0/16",
          "127.0.0.0/8",
          "::1/128",
          "fc00::/7",
          "fe80::/10");

  private final PrivateKey key;
  private final X509Certificate certificate;

  private Authority(PrivateKey key, X509Certificate certificate) {
    this.key = key;
    this.certificate = certificate;
  }

  /**
   * Reads the authority in a folder, or creates one there for this machine's names. Afterwards only
   * the owner of the key's file can read it.
   *
   * @throws LocalHostException if the files cannot be read or written, or one is missing
   */
  public static Authority open(Path folder, Collection<String> names, Instant now) {
    Path keyFile = folder.resolve(KEY);
    Path certificateFile = folder.resolve(CERTIFICATE);
    try {
      if (!Files.exists(certificateFile)) {
        Files.createDirectories(folder);
        create(names, now).write(keyFile, certificateFile);
      }
      restrict(keyFile);
    } catch (IOException e) {
      throw new LocalHostException("cannot keep a certificate authority in " + folder, e);
    }
    Identity both = Identity.read(certificateFile, keyFile);
    if (both.chain().getFirst().getNotAfter().toInstant().isBefore(now.plus(LIFE_OF_A_LEAF))) {
      throw new LocalHostException(
          "the certificate authority %s ends soon: delete it and its key, start again, and have the phones trust the new one"
              .formatted(certificateFile));
    }
    return new Authority(both.key(), both.chain().getFirst());
  }

  private static Authority create(Collection<String> names, Instant now) {
    List<GeneralSubtree> permitted = new ArrayList<>();
    PRIVATE.forEach(
        range -> permitted.add(new GeneralSubtree(new GeneralName(GeneralName.iPAddress, range))));
    names.forEach(
        name -> permitted.add(new GeneralSubtree(new GeneralName(GeneralName.dNSName, name))));
    KeyPair pair = keys();
    X500Name self = new X500Name("CN=Doorlist on " + names.iterator().next());
    try {
      X509v3CertificateBuilder builder =
          builder(self, self, pair, now, LIFE, KeyUsage.keyCertSign | KeyUsage.cRLSign)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
              .addExtension(
                  Extension.nameConstraints,
                  true,
                  new NameConstraints(permitted.toArray(GeneralSubtree[]::new), null))
              .addExtension(
                  Extension.subjectKeyIdentifier,
                  false,
                  new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
      return new Authority(pair.getPrivate(), sign(builder, pair.getPrivate()));
    } catch (CertIOException | GeneralSecurityException e) {
      throw new LocalHostException("a certificate authority cannot be made", e);
    }
  }

  /**
   * Returns a new identity for a server that is reached by these names and addresses. Names that
   * the authority cannot vouch for are left out, such as the new name of a renamed machine. One
   * such name would make the whole certificate worthless.
   */
  public Identity identity(
      Collection<String> names, Collection<InetAddress> addresses, Instant now) {
    List<GeneralName> all = new ArrayList<>();
    names.forEach(name -> all.add(new GeneralName(GeneralName.dNSName, name)));
    addresses.forEach(address -> all.add(name(address)));
    all.removeIf(name -> !vouchesFor(name));
    return identity(all, now);
  }

  /** Returns whether phones that trust the authority trust a server at this address. */
  public boolean vouchesFor(InetAddress address) {
    return vouchesFor(name(address));
  }

  private boolean vouchesFor(GeneralName name) {
    PKIXNameConstraintValidator validator = new PKIXNameConstraintValidator();
    validator.intersectPermittedSubtree(
        NameConstraints.getInstance(
                ASN1OctetString.getInstance(
                        certificate.getExtensionValue(Extension.nameConstraints.getId()))
                    .getOctets())
            .getPermittedSubtrees());
    try {
      validator.checkPermitted(name);
      return true;
    } catch (NameConstraintValidatorException e) {
      return false;
    }
  }

  private static GeneralName name(InetAddress address) {
    return new GeneralName(GeneralName.iPAddress, address.getHostAddress());
  }

  /** Returns a new identity, whether the authority can vouch for it or not. */
  Identity identity(List<GeneralName> all, Instant now) {
    KeyPair pair = keys();
    X500Name issuer = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
    try {
      X509v3CertificateBuilder builder =
          builder(
                  issuer,
                  new X500Name("CN=Doorlist"),
                  pair,
                  now,
                  LIFE_OF_A_LEAF,
                  KeyUsage.digitalSignature)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
              .addExtension(
                  Extension.subjectAlternativeName,
                  false,
                  new GeneralNames(all.toArray(GeneralName[]::new)))
              .addExtension(
                  Extension.authorityKeyIdentifier,
                  false,
                  new JcaX509ExtensionUtils()
                      .createAuthorityKeyIdentifier(certificate.getPublicKey()));
      return new Identity(pair.getPrivate(), List.of(sign(builder, key)));
    } catch (CertIOException | GeneralSecurityException e) {
      throw new LocalHostException("a certificate cannot be made", e);
    }
  }

  private static X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, KeyPair pair, Instant now, Duration life, int usage)
      throws CertIOException {
    return new JcaX509v3CertificateBuilder(
            issuer,
            new BigInteger(126, new SecureRandom()).setBit(126),
            Date.from(now.minus(CLOCKS)),
            Date.from(now.plus(life)),
            subject,
            pair.getPublic())
        .addExtension(Extension.keyUsage, true, new KeyUsage(usage))
        .addExtension(
            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
  }

  private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key) {
    try {
      X509CertificateHolder holder =
          builder.build(new JcaContentSignerBuilder(ALGORITHM).build(key));
      return Identity.certificate(holder);
    } catch (OperatorCreationException e) {
      throw new LocalHostException("a certificate cannot be signed", e);
    }
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new LocalHostException("this Java has no elliptic curves", e);
    }
  }

  public byte[] encoded() {
    try {
      return certificate.getEncoded();
    } catch (GeneralSecurityException e) {
      throw new LocalHostException("the certificate cannot be shown", e);
    }
  }

  public String fingerprint() {
    try {
      return HexFormat.ofDelimiter(":")
          .formatHex(MessageDigest.getInstance("SHA-256").digest(encoded()))
          .toUpperCase(Locale.ROOT);
    } catch (GeneralSecurityException e) {
      throw new LocalHostException("the certificate cannot be shown", e);
    }
  }

  /**
   * Writes the key first, because a certificate without its key would look like a complete
   * authority.
   */
  private void write(Path keyFile, Path certificateFile) throws IOException {
    Path newKey = keyFile.resolveSibling(KEY + ".new");
    Path newCertificate = certificateFile.resolveSibling(CERTIFICATE + ".new");
    Files.deleteIfExists(newKey);
    if (posix(keyFile)) {
      Files.createFile(
          newKey,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(newKey, pem(new JcaPKCS8Generator(key, null)));
    Files.writeString(newCertificate, pem(certificate));
    Files.move(newKey, keyFile, StandardCopyOption.ATOMIC_MOVE);
    Files.move(newCertificate, certificateFile, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String pem(Object entry) throws IOException {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(entry);
    }
    return text.toString();
  }

  private static void restrict(Path keyFile) throws IOException {
    if (Files.exists(keyFile) && posix(keyFile)) {
      Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("rw-------"));
    }
  }

  private static boolean posix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}

package io.doorlist.local.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.failure.LocalHostException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.NameConstraintValidatorException;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.asn1.x509.PKIXNameConstraintValidator;
import org.bouncycastle.cert.X509CertificateHolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorityTest {
  private static final Instant NOW = Instant.parse("2026-11-23T18:00:00Z");
  private static final List<String> NAMES = List.of("laptop.local", "laptop");

  @TempDir private Path folder;
  private Authority authority;

  @BeforeEach
  void open() {
    authority = Authority.open(folder, NAMES, NOW);
  }

  @Test
  void leaf_isWhatPhonesAccept() throws Exception {
    X509Certificate leaf =
        authority
            .identity(NAMES, List.of(InetAddress.getByName("192.168.7.2")), NOW)
            .chain()
            .getFirst();

    assertEquals(
        List.of(List.of(2, "laptop.local"), List.of(2, "laptop"), List.of(7, "192.168.7.2")),
        List.copyOf(leaf.getSubjectAlternativeNames()));
    assertEquals(List.of("1.3.6.1.5.5.7.3.1"), leaf.getExtendedKeyUsage());
    assertEquals(-1, leaf.getBasicConstraints());
    Duration life =
        Duration.between(leaf.getNotBefore().toInstant(), leaf.getNotAfter().toInstant());
    assertTrue(life.compareTo(Duration.ofDays(397)) <= 0, life.toString());
    validate(leaf);
  }

  /** A stolen key must not be good for anything on the internet. */
  @ParameterizedTest
  @ValueSource(strings = {"1.1.1.1", "203.0.113.7", "2001:db8::1", "172.32.0.1"})
  void leaf_isWorthless_forAnAddressThatIsNotPrivate(String address) throws Exception {
    X509Certificate leaf =
        authority
            .identity(List.of(new GeneralName(GeneralName.iPAddress, address)), NOW)
            .chain()
            .getFirst();

    assertThrows(NameConstraintValidatorException.class, () -> validate(leaf));
    assertFalse(authority.vouchesFor(InetAddress.getByName(address)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"example.org", "other.local", "xlaptop.local"})
  void leaf_isWorthless_forAnotherName(String name) {
    X509Certificate leaf =
        authority
            .identity(List.of(new GeneralName(GeneralName.dNSName, name)), NOW)
            .chain()
            .getFirst();

    assertThrows(NameConstraintValidatorException.class, () -> validate(leaf));
  }

  @Test
  void leaf_isTrusted_afterTheMachineWasRenamed_andIfItHasAPublicAddressToo() throws Exception {
    X509Certificate leaf =
        authority
            .identity(
                List.of("renamed.local", "renamed"),
                List.of(InetAddress.getByName("192.168.7.2"), InetAddress.getByName("203.0.113.7")),
                NOW)
            .chain()
            .getFirst();

    assertEquals(
        List.of(List.of(7, "192.168.7.2")), List.copyOf(leaf.getSubjectAlternativeNames()));
    validate(leaf);
  }

  /** Another Wi-Fi hands out another address; phones go on trusting. */
  @ParameterizedTest
  @ValueSource(strings = {"10.1.2.3", "172.20.10.2", "192.168.178.20", "169.254.3.4"})
  void leaf_isTrusted_forEveryPrivateAddress(String address) throws Exception {
    validate(
        authority
            .identity(List.of(), List.of(InetAddress.getByName(address)), NOW)
            .chain()
            .getFirst());
  }

  @Test
  void authority_isMadeAgain_whenAPowerCutLeftItsKeyAlone() throws Exception {
    Files.delete(folder.resolve(Authority.CERTIFICATE));

    Authority again = Authority.open(folder, NAMES, NOW);

    assertNotEquals(authority.fingerprint(), again.fingerprint());
  }

  @Test
  void authority_isRefused_whenItIsNoCertificate() throws Exception {
    Files.writeString(folder.resolve(Authority.CERTIFICATE), "nothing");

    assertThrows(LocalHostException.class, () -> Authority.open(folder, NAMES, NOW));
  }

  /** Checks as browsers do; Java's own check does not know constraints of a trusted root. */
  private void validate(X509Certificate leaf) throws Exception {
    X509CertificateHolder root = new X509CertificateHolder(authority.encoded());
    leaf.verify(Identity.certificate(root).getPublicKey());
    leaf.checkValidity(Date.from(NOW));
    PKIXNameConstraintValidator names = new PKIXNameConstraintValidator();
    names.intersectPermittedSubtree(
        NameConstraints.getInstance(root.getExtension(Extension.nameConstraints).getParsedValue())
            .getPermittedSubtrees());
    for (GeneralName name :
        GeneralNames.fromExtensions(
                new X509CertificateHolder(leaf.getEncoded()).getExtensions(),
                Extension.subjectAlternativeName)
            .getNames()) {
      names.checkPermitted(name);
    }
  }
}

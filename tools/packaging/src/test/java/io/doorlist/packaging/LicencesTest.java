package io.doorlist.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LicencesTest {
  private static final String GPL =
      "The GNU General Public License (GPL)\n\"CLASSPATH\" EXCEPTION TO THE GPL\n";

  @TempDir Path root;
  private Path folder;

  @BeforeEach
  void anArchiveThatMayBeGivenAway() throws IOException {
    folder = root.resolve("archive");
    write("pom.xml", "<idb.version>7.0.1</idb.version>");
    write("pages/package.json", "{}");
    write("pages/src/main/web/scan.js", "");
    write("pages/target/classes/site/assets/1/scan.js", "");
    write("pages/target/classes/site/assets/1/index.js", "");
    write("tools/archive/third-party/idb.txt", "Copyright of idb");
    write("tools/archive/third-party/scripts.tsv", "# \nindex.js\tidb\t7.0.1\tISC\tidb.txt\n");
    write("archive/bin/doorlist", "");
    write("archive/runtime/release", "JAVA_VERSION=\"25.0.3\"\nMODULES=\"java.base\"\n");
    write("archive/runtime/legal/java.base/LICENSE", GPL);
    jar("lib/doorlist-cli-0.3.0.jar", "io/doorlist/A.class");
    Files.createDirectories(root.resolve("cli/target/cli"));
    jar("lib/one-1.0.jar", "META-INF/LICENSE", "META-INF/NOTICE", "one/One.class");
    bom("one", "<license><id>MIT</id></license>");
  }

  @Test
  void write_listsEverything_withNoticesAndTexts() throws IOException {
    assertEquals(List.of(), wrong());

    String list = Files.readString(folder.resolve("THIRD-PARTY.txt"));
    assertTrue(
        list.lines().anyMatch(each -> each.matches("one-1.0.jar +org.example:one 1.0: MIT")), list);
    assertTrue(
        list.lines().anyMatch(each -> each.matches("pages: index.js +idb 7.0.1: ISC")), list);
    assertTrue(
        list.lines().anyMatch(each -> each.matches("runtime .*25.0.3: GPL-2.0-with-classpath.*")),
        list);
    assertTrue(Files.readString(folder.resolve("NOTICE")).contains("META-INF/NOTICE of one-1.0"));
    assertEquals(
        "META-INF/LICENSE of one-1.0.jar",
        Files.readString(folder.resolve("third-party/one-1.0/LICENSE")));
    assertEquals("Copyright of idb", Files.readString(folder.resolve("third-party/idb.txt")));
    // What it wrote is no stranger when it runs again.
    assertEquals(List.of(), wrong());
  }

  @Test
  void write_refusesALicenceThatIsNotAllowed() throws IOException {
    bom("one", "<license><name>DynamoDB Local License Agreement</name></license>");
    assertEquals(
        List.of(
            "one-1.0.jar: org.example:one may not be given away under: DynamoDB Local License"
                + " Agreement"),
        wrong());

    bom("one", "<license><id>MIT</id></license><license><id>AGPL-3.0-only</id></license>");
    assertEquals(
        List.of("one-1.0.jar: org.example:one may not be given away under: AGPL-3.0-only"),
        wrong());

    bom("one", "<expression>GPL-3.0-only WITH X</expression>");
    assertEquals(
        List.of("one-1.0.jar: org.example:one may not be given away under: GPL-3.0-only WITH X"),
        wrong());
  }

  @Test
  void write_refusesAJarWithoutLicence_orInNoBill() throws IOException {
    bom("one", "");
    assertEquals(List.of("one-1.0.jar: org.example:one names no licence"), wrong());

    bom("two", "<license><id>MIT</id></license>");
    assertEquals(List.of("lib/one-1.0.jar: it is in no bill of materials"), wrong());
  }

  @Test
  void write_refusesAJarWithoutTheTextOfItsLicence_butForThatOfApache() throws IOException {
    jar("lib/one-1.0.jar", "META-INF/NOTICE", "one/License.class");
    assertEquals(
        List.of("one-1.0.jar: org.example:one lacks the text of its licence, MIT"), wrong());

    // A function's package has each text once.
    jar("functions/orders/target/function.zip/lib/one-1.0.jar", "META-INF/LICENSE");
    assertEquals(List.of(), wrong());
    jar("functions/orders/target/function.zip/lib/one-1.0.jar", "one/One.class");

    write("tools/archive/third-party/org.example.txt", "Copyright of one");
    assertEquals(List.of(), wrong());
    assertEquals(
        "Copyright of one", Files.readString(folder.resolve("third-party/org.example.txt")));

    Files.delete(root.resolve("tools/archive/third-party/org.example.txt"));
    bom("one", "<license><id>Apache-2.0</id></license>");
    assertEquals(List.of(), wrong());
  }

  @Test
  void write_refusesAFileThatNobodyNames() throws IOException {
    write("archive/lib/fancy.ttf", "");
    write("archive/functions/orders/target/function.zip/com/example/A.class", "");
    assertEquals(
        List.of(
            "functions/orders/target/function.zip/com/example/A.class: nobody says whose this is",
            "lib/fancy.ttf: nobody says whose this is"),
        wrong());
  }

  /** SQLite's library is beside its jar, so that no start has to unpack it. */
  @Test
  void write_takesALibraryOutOfAJarOfTheBuild_ifItIsTheSameByteForByte() throws IOException {
    jar("../cli/target/cli/one-1.0.jar", "org/one/native/Linux/libone.so");
    write("archive/lib/native/libone.so", "org/one/native/Linux/libone.so of one-1.0.jar");
    assertEquals(List.of(), wrong());

    write("archive/lib/native/libone.so", "another one");
    write("archive/lib/native/libtwo.so", "org/one/native/Linux/libone.so of one-1.0.jar");
    assertEquals(
        List.of(
            "lib/native/libone.so: nobody says whose this is",
            "lib/native/libtwo.so: nobody says whose this is"),
        wrong());
    Files.delete(folder.resolve("lib/native/libtwo.so"));

    write("archive/lib/native/libone.so", "org/one/native/Linux/libone.so of one-1.0.jar");
    bom("one", "<license><id>AGPL-3.0-only</id></license>");
    assertEquals(
        List.of("one-1.0.jar: org.example:one may not be given away under: AGPL-3.0-only"),
        wrong());
    bom("two", "<license><id>MIT</id></license>");
    assertEquals(
        List.of(
            "lib/native/libone.so: its jar, one-1.0.jar, is in no bill of materials",
            "lib/one-1.0.jar: it is in no bill of materials"),
        wrong());
  }

  @Test
  void write_refusesAScriptThatNobodyNames_orOfAnotherVersion() throws IOException {
    write("pages/target/classes/site/assets/1/chart.js", "");
    write("pom.xml", "<idb.version>8.0.0</idb.version>");
    assertEquals(
        List.of(
            "index.js: the build has another version of idb than 7.0.1",
            "pages: chart.js: scripts.tsv does not say whose this is"),
        wrong());

    Files.delete(root.resolve("pages/target/classes/site/assets/1/chart.js"));
    Files.delete(root.resolve("pages/target/classes/site/assets/1/index.js"));
    write("pom.xml", "<idb.version>7.0.1</idb.version>");
    assertEquals(List.of("pages: index.js: scripts.tsv has what is not there"), wrong());
  }

  @Test
  void write_refusesARuntimeUnderAnotherLicence() throws IOException {
    write("archive/runtime/legal/java.base/LICENSE", "Oracle No-Fee Terms and Conditions");
    assertEquals(
        List.of("runtime: it is not under the GPL 2 with the Classpath Exception"), wrong());
  }

  private List<String> wrong() throws IOException {
    return Licences.write(root, folder, List.of(root.resolve("bom.xml")));
  }

  /** Of licences to choose from the one that we take counts, as long as it is offered. */
  @Test
  void write_takesTheChosenLicence_ifItIsOffered() throws IOException {
    jar("lib/jakarta.mail-1.0.jar", "META-INF/LICENSE.md");
    String gpl = "<license><id>GPL-2.0-with-classpath-exception</id></license>";
    bom("jakarta.mail", "<license><id>EPL-2.0</id></license>" + gpl);
    replace("bom.xml", "org.example", "org.eclipse.angus");
    replace(
        "bom.xml",
        "</components>",
        component("one", "<license><id>MIT</id></license>") + "</components>");
    assertEquals(List.of(), wrong());
    assertTrue(
        Files.readString(folder.resolve("THIRD-PARTY.txt"))
            .lines()
            .anyMatch(
                each -> each.matches("jakarta.mail-1.0.jar +org.eclipse.angus:.* 1.0: EPL-2.0")));

    replace("bom.xml", "<id>EPL-2.0</id>", "<id>AGPL-3.0-only</id>");
    assertEquals(
        List.of("AGPL-3.0-only", "GPL-2.0-with-classpath-exception"),
        wrong().stream().map(each -> each.replaceFirst(".* ", "")).toList());
  }

  private void replace(String name, String old, String text) throws IOException {
    write(name, Files.readString(root.resolve(name)).replace(old, text));
  }

  private static String component(String name, String licences) {
    return """
    <component>
      <group>org.example</group><name>%s</name><version>1.0</version>
      <licenses>%s</licenses>
    </component>"""
        .formatted(name, licences);
  }

  private void bom(String name, String licences) throws IOException {
    write(
        "bom.xml",
        "<bom xmlns=\"http://cyclonedx.org/schema/bom/1.6\"><components>"
            + component(name, licences)
            + "</components></bom>");
  }

  private void jar(String name, String... entries) throws IOException {
    Path jar = folder.resolve(name);
    Files.createDirectories(jar.getParent());
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String each : entries) {
        zip.putNextEntry(new ZipEntry(each));
        zip.write((each + " of " + jar.getFileName()).getBytes());
        zip.closeEntry();
      }
    }
  }

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}

package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The parts of an Excel workbook, which is a zip file of XML. A file of a few kilobytes may unpack
 * to gigabytes, so there is a limit to what is read. Not thread-safe.
 */
final class WorkbookParts implements AutoCloseable {
  /** The most bytes to unpack, enough for some three million cells. */
  static final int MAX_UNPACKED = 128 << 20;

  /** The most characters between two tags. It is far more than a cell or a tag has. */
  private static final int MAX_BETWEEN_TAGS = 1 << 20;

  /** The most characters that are read of the name of a file's type. Every real one is shorter. */
  private static final int MAX_TYPE = 200;

  private static final XMLInputFactory XML = factory();

  private final Path file;
  private final ZipFile zip;
  private long unpacked;

  /**
   * Opens a workbook. It is written to a temporary file that only its owner can read, because a zip
   * file has its table of contents at the end.
   */
  WorkbookParts(byte[] bytes) throws IOException {
    file = Files.createTempFile("doorlist-", ".xlsx");
    try {
      Files.write(file, bytes);
      zip = new ZipFile(file.toFile());
    } catch (IOException | RuntimeException e) {
      Files.delete(file);
      throw e;
    }
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    // These limits are switched off, because they would count every &amp; in the file. They are not
    // needed: without a document type, no other entity is replaced.
    for (String limit : List.of("maxGeneralEntitySizeLimit", "totalEntitySizeLimit")) {
      factory.setProperty("jdk.xml." + limit, 0);
    }
    return factory;
  }

  /**
   * A relationship of one part to another.
   *
   * @param target the name of the other part, as a path from the workbook's root
   */
  private record Relationship(String id, String type, String target) {}

  /** Returns the name of the part to which this part has a relationship of this type. */
  Optional<String> related(String part, String type) throws IOException, XMLStreamException {
    return find(part, each -> each.type().endsWith("/" + type));
  }

  /**
   * Returns the names of all parts to which this part has a relationship of this type, by the ids
   * of the relationships.
   */
  Map<String, String> all(String part, String type) throws IOException, XMLStreamException {
    Map<String, String> names = new HashMap<>();
    find(
        part,
        each -> {
          if (each.type().endsWith("/" + type)) {
            names.put(each.id(), target(part, each));
          }
          return false;
        });
    return names;
  }

  private static String target(String part, Relationship other) {
    return URI.create(part).resolve(other.target()).getPath();
  }

  private Optional<String> find(String part, Predicate<Relationship> which)
      throws IOException, XMLStreamException {
    int folder = part.lastIndexOf('/') + 1;
    String name = part.substring(0, folder) + "_rels/" + part.substring(folder) + ".rels";
    XMLStreamReader xml = open(name);
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamReader.START_ELEMENT
          && xml.getLocalName().equals("Relationship")) {
        Relationship each =
            new Relationship(
                attribute(xml, "Id", ""), attribute(xml, "Type", ""), attribute(xml, "Target", ""));
        if (which.test(each)) {
          return Optional.of(target(part, each));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Refuses zip files in other formats of spreadsheets, and says how to save the list so that it
   * can be read.
   */
  void checkFormat() throws IOException {
    ZipEntry type = zip.getEntry("mimetype");
    if (type != null) {
      try (InputStream in = zip.getInputStream(type)) {
        String said = new String(in.readNBytes(MAX_TYPE), StandardCharsets.US_ASCII);
        if (said.contains("opendocument")) {
          throw new Failure(
              FailureType.SAVE_AS_XLSX,
              "a file of LibreOffice or OpenOffice (.ods): open it, and save it as .xlsx (Excel"
                  + " 2007-365), or as CSV UTF-8");
        }
      }
    }
    if (zip.getEntry("xl/workbook.bin") != null) {
      throw new Failure(
          FailureType.SAVE_AS_XLSX,
          "a binary workbook (.xlsb): open it, and save it as .xlsx (Excel Workbook), or as CSV"
              + " UTF-8");
    }
    if (zip.getEntry("Index/Document.iwa") != null || zip.getEntry("Index.zip") != null) {
      throw new Failure(
          FailureType.SAVE_AS_XLSX,
          "a file of Numbers: export it to Excel (.xlsx), or to CSV in UTF-8");
    }
  }

  /** Refuses the format Strict Open XML, which writes values in another way. */
  static void checkNamespace(String namespace) {
    if (namespace != null && namespace.startsWith("http://purl.oclc.org/ooxml/")) {
      throw new Failure(
          FailureType.SAVE_AS_XLSX,
          "a workbook in Strict Open XML: open it, and save it as .xlsx of the type Excel Workbook,"
              + " or as CSV UTF-8");
    }
  }

  /** Returns an attribute with this name in any namespace. */
  static String attribute(XMLStreamReader xml, String name, String absent) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (xml.getAttributeLocalName(i).equals(name)) {
        return xml.getAttributeValue(i);
      }
    }
    return absent;
  }

  /** Opens a part. Its name begins with a slash. */
  XMLStreamReader open(String part) throws IOException, XMLStreamException {
    String name = part.substring(1);
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      entry =
          zip.stream()
              .filter(each -> same(each.getName(), name))
              .findFirst()
              .orElseThrow(() -> new IOException("a part is missing"));
    }
    return XML.createXMLStreamReader(new Limited(zip.getInputStream(entry)));
  }

  private static boolean same(String name, String other) {
    return name.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
  }

  @Override
  public void close() throws IOException {
    zip.close();
    Files.delete(file);
  }

  /** A stream that ends the import before memory is full. */
  private final class Limited extends FilterInputStream {
    private int sinceTag;

    Limited(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      int read = super.read(bytes, from, length);
      unpacked += Math.max(0, read);
      if (unpacked > MAX_UNPACKED) {
        throw new Failure(
            FailureType.WORKBOOK_TOO_LARGE,
            "the workbook unpacks to more than %d MB: save the sheet of the guests as CSV"
                .formatted(MAX_UNPACKED >> 20));
      }
      for (int i = from; i < from + read; i++) {
        sinceTag = bytes[i] == '<' ? 0 : sinceTag + 1;
      }
      if (sinceTag > MAX_BETWEEN_TAGS) {
        throw CellLimit.longCell();
      }
      return read;
    }
  }
}

package io.doorlist.acceptance.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads the YAML files at the repository's root. */
public final class YamlFile {
  private YamlFile() {}

  /** Returns the contents of a file at the repository's root, as {@link #read(Path)} does. */
  public static Map<String, Object> read(String name) {
    return read(Path.of(System.getProperty("doorlist.root"), name));
  }

  /**
   * Returns the file's contents; functions of CloudFormation become text, such as {@code "!Ref
   * Table"} and {@code "!If [Heard, a, b]"}.
   */
  public static Map<String, Object> read(Path file) {
    try {
      return Json.object(new Yaml(new Functions()).load(Files.readString(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the properties of the resources of a type, by logical id. */
  public static Map<String, Map<String, Object>> ofType(
      Map<String, Object> resources, String type) {
    Map<String, Map<String, Object>> found = new TreeMap<>();
    resources.forEach(
        (name, resource) -> {
          if (type.equals(Json.at(resource, "Type"))) {
            found.put(name, Json.object(Json.at(resource, "Properties")));
          }
        });
    return found;
  }

  private static LoaderOptions options() {
    LoaderOptions options = new LoaderOptions();
    options.setMaxAliasesForCollections(1000);
    return options;
  }

  private static final class Functions extends SafeConstructor {
    private Functions() {
      super(options());
      yamlMultiConstructors.put(
          "!",
          new AbstractConstruct() {
            @Override
            public Object construct(Node node) {
              Object value =
                  switch (node) {
                    case ScalarNode scalar -> scalar.getValue();
                    case SequenceNode sequence -> constructSequence(sequence);
                    default -> "";
                  };
              return node.getTag().getValue() + " " + value;
            }
          });
    }
  }
}

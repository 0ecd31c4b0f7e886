package io.doorlist.local.template;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads YAML into plain maps and lists. CloudFormation's short tags become their long form: {@code
 * !Ref x} is {@code {Ref: x}} and {@code !Sub x} is {@code {Fn::Sub: x}}.
 */
final class TemplateYaml extends SafeConstructor {
  /**
   * A template repeats many small parts by aliases, so more of them are allowed than the parser's
   * default.
   */
  private static final int MAX_ALIASES = 1000;

  private TemplateYaml(LoaderOptions options) {
    super(options);
    yamlMultiConstructors.put("!", new Tag());
  }

  /** Returns the document. Refuses anything but a YAML mapping. */
  static Map<?, ?> read(Path file) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setMaxAliasesForCollections(MAX_ALIASES);
    try {
      Object document = new Yaml(new TemplateYaml(options)).load(Files.readString(file));
      if (document instanceof Map<?, ?> map) {
        return map;
      }
      throw new TemplateException(file + " is not a CloudFormation template");
    } catch (IOException e) {
      throw new TemplateException("cannot read the template " + file, e);
    } catch (YAMLException e) {
      throw new TemplateException(file + ": " + e.getMessage(), e);
    }
  }

  private final class Tag extends AbstractConstruct {
    @Override
    public Object construct(Node node) {
      String name = node.getTag().getValue().substring(1);
      boolean plain = name.equals("Ref") || name.equals("Condition");
      return Collections.singletonMap(plain ? name : "Fn::" + name, argument(node));
    }

    private Object argument(Node node) {
      return switch (node) {
        case ScalarNode scalar -> scalar.getValue();
        case SequenceNode sequence -> constructSequence(sequence);
        default -> constructMapping((MappingNode) node);
      };
    }
  }
}

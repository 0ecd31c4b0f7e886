package io.doorlist.local.template;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads YAML with CloudFormation's short tags ({@code !Ref}, {@code !Sub}, ...) into plain maps.
 */
final class TemplateYaml {
  /** What is repeated in a template is small, and most of it is. */
  private static final int MAX_ALIASES = 1000;

  private TemplateYaml() {}

  /**
   * Returns the document as maps, lists, scalars and {@link Intrinsic}s.
   *
   * @throws TemplateException if the file cannot be read or is not a YAML mapping
   */
  static Map<?, ?> read(Path file) {
    String name = String.valueOf(file.getFileName());
    Object document;
    try {
      document = new Yaml(new TagConstructor(options())).load(Files.readString(file));
    } catch (NoSuchFileException e) {
      throw new TemplateException("no template at " + file, e);
    } catch (MalformedInputException e) {
      throw new TemplateException(name + " is not UTF-8 text", e);
    } catch (IOException e) {
      throw new TemplateException("cannot read the template " + file, e);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new TemplateException(
          "%s line %d: %s".formatted(name, line, oneLine(e.getProblem())), e);
    } catch (YAMLException e) {
      throw new TemplateException(name + ": " + oneLine(e.getMessage()), e);
    }
    if (document instanceof Map<?, ?> map) {
      return map;
    }
    throw new TemplateException(name + " is not a CloudFormation template: it holds no mapping");
  }

  private static LoaderOptions options() {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    options.setMaxAliasesForCollections(MAX_ALIASES);
    return options;
  }

  private static String oneLine(String text) {
    return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " ");
  }

  /** Reads any {@code !Name} tag as an intrinsic; tags other than YAML's own are refused. */
  private static final class TagConstructor extends SafeConstructor {
    TagConstructor(LoaderOptions options) {
      super(options);
      yamlMultiConstructors.put("!", new TagConstruct());
    }

    private final class TagConstruct extends AbstractConstruct {
      @Override
      public Object construct(Node node) {
        return new Intrinsic(node.getTag().getValue().substring(1), argument(node));
      }

      private Object argument(Node node) {
        if (node instanceof ScalarNode scalar) {
          return scalar.getValue();
        }
        if (node instanceof SequenceNode sequence) {
          return constructSequence(sequence);
        }
        return constructMapping((MappingNode) node);
      }
    }
  }
}

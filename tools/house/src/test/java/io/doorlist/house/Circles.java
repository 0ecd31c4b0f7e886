package io.doorlist.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.util.TreeScanner;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * What each class says of others in its source. Bytecode does not know all of it: the compiler
 * copies constants.
 */
final class Circles {
  private final Map<String, Set<String>> said = new TreeMap<>();

  /** Reads the classes of these files; what they say of other classes is left out. */
  Circles(List<CompilationUnitTree> units) {
    Map<String, CompilationUnitTree> classes = new TreeMap<>();
    units.forEach(unit -> classes.put(name(unit), unit));
    classes.forEach((name, unit) -> said.put(name, said(name, unit, classes.keySet())));
  }

  private static String name(CompilationUnitTree unit) {
    String file = Path.of(unit.getSourceFile().toUri()).getFileName().toString();
    return unit.getPackageName() + "." + file.substring(0, file.length() - ".java".length());
  }

  private static Set<String> said(String name, CompilationUnitTree unit, Set<String> classes) {
    Map<String, String> imported = new HashMap<>();
    Set<String> others = new TreeSet<>();
    for (ImportTree each : unit.getImports()) {
      String path = outer(each.getQualifiedIdentifier().toString(), classes);
      if (path != null) {
        imported.put(path.substring(path.lastIndexOf('.') + 1), path);
        others.add(path);
      }
    }
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitImport(ImportTree any, Void none) {
        return null;
      }

      /** A sealed type has to name its own kinds. */
      @Override
      public Void visitClass(ClassTree node, Void none) {
        scan(node.getModifiers(), none);
        scan(node.getTypeParameters(), none);
        scan(node.getExtendsClause(), none);
        scan(node.getImplementsClause(), none);
        return scan(node.getMembers(), none);
      }

      @Override
      public Void visitIdentifier(IdentifierTree node, Void none) {
        String word = node.getName().toString();
        String here = unit.getPackageName() + "." + word;
        if (!imported.containsKey(word) && classes.contains(here)) {
          others.add(here);
        }
        return null;
      }

      @Override
      public Void visitMemberSelect(MemberSelectTree node, Void none) {
        String path = outer(node.toString(), classes);
        if (path != null) {
          others.add(path);
        }
        return super.visitMemberSelect(node, none);
      }
    }.scan(unit, null);
    others.remove(name);
    return others;
  }

  /** Returns the class that a path with dots begins with, or {@code null}. */
  private static String outer(String path, Set<String> classes) {
    String rest = path;
    while (!classes.contains(rest)) {
      int dot = rest.lastIndexOf('.');
      if (dot < 0) {
        return null;
      }
      rest = rest.substring(0, dot);
    }
    return rest;
  }

  /** Returns the groups of classes that depend on each other. */
  List<Set<String>> ofClasses() {
    return groups(UnaryOperator.identity());
  }

  /** Returns the groups of packages that depend on each other. */
  List<Set<String>> ofPackages() {
    return groups(name -> name.substring(0, name.lastIndexOf('.')));
  }

  private List<Set<String>> groups(UnaryOperator<String> room) {
    Map<String, Set<String>> edges = new TreeMap<>();
    said.forEach(
        (name, others) -> {
          Set<String> rooms = edges.computeIfAbsent(room.apply(name), any -> new TreeSet<>());
          others.forEach(other -> rooms.add(room.apply(other)));
          rooms.remove(room.apply(name));
        });
    Map<String, Set<String>> reached = new TreeMap<>();
    edges.keySet().forEach(name -> reached.put(name, reach(name, edges)));
    Set<Set<String>> groups = new LinkedHashSet<>();
    reached.forEach(
        (name, all) -> {
          Set<String> group = new TreeSet<>();
          all.stream().filter(other -> reached.get(other).contains(name)).forEach(group::add);
          if (!group.isEmpty()) {
            groups.add(group);
          }
        });
    return List.copyOf(groups);
  }

  private static Set<String> reach(String from, Map<String, Set<String>> edges) {
    Set<String> reached = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(edges.get(from));
    while (!open.isEmpty()) {
      String next = open.remove();
      if (reached.add(next)) {
        open.addAll(edges.getOrDefault(next, Set.of()));
      }
    }
    return reached;
  }
}

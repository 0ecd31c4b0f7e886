package io.doorlist.testing;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/**
 * The rule that no class depends on itself through others; nested classes belong to their outer
 * class.
 */
public final class ClassCircles {
  private ClassCircles() {}

  public static JavaClasses classes(String packageName) {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages(packageName);
  }

  public static void check(JavaClasses classes) {
    slices().assignedFrom(new TopLevelClasses()).should().beFreeOfCycles().check(classes);
  }

  private static final class TopLevelClasses implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass each) {
      return SliceIdentifier.of(each.getName().replaceFirst("\\$.*", ""));
    }

    @Override
    public String getDescription() {
      return "every class";
    }
  }
}

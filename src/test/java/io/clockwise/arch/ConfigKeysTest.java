package io.clockwise.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.clockwise.config.ClockwiseConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every key of the document has an effect: each component of a record that mirrors the document is
 * read by code that does something, not only by what reads, checks, shows or copies documents.
 * {@code ConfigSchemaTest} holds that the components are the keys.
 */
class ConfigKeysTest {
  private static final String CONFIG = "io.clockwise.config";
  private static final String SETTINGS = "io.clockwise.model.placement";

  /** Methods of any record that read all of it to no effect. */
  private static final Set<String> COPIES = Set.of("equals", "hashCode", "toString", "<init>");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.clockwise");

  /** What stands for something else that is read: a file's name for the content beside it. */
  private static final Set<String> NAMES =
      Set.of("PageFile.file", "PemFile.file", "SecretFile.file");

  @Test
  void everyKeyIsReadBySomebody() {
    Set<String> keys = new TreeSet<>();
    Set<String> unread = new TreeSet<>();
    for (JavaClass record : document()) {
      for (JavaField component : components(record)) {
        keys.add(name(component));
        if (!hasEffect(record, component)) {
          unread.add(name(component));
        }
      }
    }
    assertThat(keys).hasSizeGreaterThan(210);
    assertThat(unread).containsExactlyInAnyOrderElementsOf(NAMES);
  }

  private static String name(JavaField component) {
    JavaClass owner = component.getOwner();
    return owner.getName().substring(owner.getPackageName().length() + 1)
        + "."
        + component.getName();
  }

  /** Returns the records that a whole document can hold. */
  private static Set<JavaClass> document() {
    Set<JavaClass> records = new LinkedHashSet<>();
    Deque<JavaClass> next = new ArrayDeque<>(List.of(CLASSES.get(ClockwiseConfig.class)));
    while (!next.isEmpty()) {
      JavaClass type = next.pop();
      next.addAll(type.getSubclasses());
      if (type.isRecord() && records.add(type)) {
        for (JavaField component : components(type)) {
          component.getAllInvolvedRawTypes().stream()
              .filter(ConfigKeysTest::isSetting)
              .forEach(next::add);
        }
      }
    }
    return records;
  }

  private static boolean isSetting(JavaClass type) {
    return type.getPackageName().equals(CONFIG) || type.getPackageName().equals(SETTINGS);
  }

  private static List<JavaField> components(JavaClass record) {
    return record.getFields().stream()
        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
        .toList();
  }

  private static boolean hasEffect(JavaClass record, JavaField component) {
    List<JavaMethod> accessors = new ArrayList<>(List.of(record.getMethod(component.getName())));
    for (JavaClass supertype : record.getAllRawInterfaces()) {
      supertype.tryGetMethod(component.getName()).ifPresent(accessors::add);
    }
    Set<JavaCodeUnit> readers = new LinkedHashSet<>();
    component.getAccessesToSelf().forEach(access -> readers.add(access.getOrigin()));
    accessors.forEach(
        accessor ->
            accessor.getAccessesToSelf().forEach(access -> readers.add(access.getOrigin())));
    readers.removeAll(accessors);
    return readers.stream().anyMatch(reader -> isUse(record, component, reader));
  }

  private static boolean isUse(JavaClass record, JavaField component, JavaCodeUnit reader) {
    return !isNoUse(reader.getOwner())
        && (!isSetting(reader.getOwner())
            || !isCopy(record, reader)
                && isCalled(reader, new HashSet<>())
                && leadsOn(component, (JavaMethod) reader));
  }

  /* What only reads documents, checks them, or shows them. */
  private static boolean isNoUse(JavaClass reader) {
    return reader.getPackageName().startsWith(CONFIG + ".")
        || reader.getPackageName().startsWith("io.clockwise.app.cli")
        || reader.getPackageName().startsWith("io.clockwise.model.") && !isSetting(reader)
        || reader.getSimpleName().startsWith("Effective");
  }

  /* What makes another one of its kind. */
  private static boolean isCopy(JavaClass record, JavaCodeUnit reader) {
    return COPIES.contains(reader.getName()) || reader.getRawReturnType().equals(record);
  }

  /* A merge with settings of another kind: what comes out must be read. */
  private static boolean leadsOn(JavaField component, JavaMethod reader) {
    JavaClass made = reader.getRawReturnType();
    return !made.isRecord()
        || !isSetting(made)
        || made.tryGetField(component.getName()).map(next -> hasEffect(made, next)).orElse(true);
  }

  private static boolean isCalled(JavaCodeUnit method, Set<JavaCodeUnit> seen) {
    return seen.add(method)
        && method.getAccessesToSelf().stream()
            .map(JavaAccess::getOrigin)
            .filter(caller -> !isNoUse(caller.getOwner()))
            .anyMatch(caller -> !isSetting(caller.getOwner()) || isCalled(caller, seen));
  }
}

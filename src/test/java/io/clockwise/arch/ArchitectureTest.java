package io.clockwise.arch;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The layer table of the architecture page, and the rules under it. */
class ArchitectureTest {
  private static final String ROOT = "io.clockwise.";
  private static final String NULLNESS = "org.jspecify..";
  private static final String LOGGING = "org.slf4j..";
  private static final String VERTX = "io.vertx..";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.clockwise");

  /**
   * A row of the layer table.
   *
   * @param name the package below {@code io.clockwise}
   * @param uses the packages it may use, its own parts apart
   * @param outside what it may use of others, the JDK apart
   */
  private record Layer(String name, List<String> uses, List<String> outside) {
    @Override
    public String toString() {
      return name;
    }
  }

  /* A layer that has no class yet passes: it is optional, not a reason to leave the row out. */
  static Stream<Layer> layers() {
    return Stream.of(
        new Layer("model", List.of(), List.of()),
        new Layer("placement", List.of("model"), List.of("com.dynatrace.hash4j..")),
        new Layer("config", List.of("model"), List.of("org.yaml.snakeyaml..", "com.google.re2j..")),
        new Layer("telemetry", List.of("model"), List.of(LOGGING)),
        new Layer("event", List.of("model", "config"), List.of()),
        new Layer(
            "route",
            List.of("model", "placement", "config", "telemetry"),
            List.of("com.google.re2j..", "javax.crypto..")),
        new Layer(
            "control",
            List.of("model", "config", "event", "placement", "route", "telemetry"),
            List.of(VERTX, LOGGING, "com.fasterxml.jackson..")),
        new Layer(
            "health",
            List.of("model", "config", "event", "route", "telemetry"),
            List.of(VERTX, LOGGING, "com.google.re2j..", "javax.net.ssl..")),
        new Layer("discovery", List.of("config", "event"), List.of(VERTX, LOGGING)),
        new Layer("cluster", List.of("model", "event"), List.of(VERTX, LOGGING, "com.hazelcast..")),
        new Layer(
            "proxy",
            List.of("model", "config", "route", "telemetry"),
            List.of(VERTX, LOGGING, "io.netty..", "javax.net.ssl..", "javax.security.auth.x500..")),
        new Layer(
            "admin",
            List.of("model", "config", "event", "control", "route", "telemetry"),
            List.of(
                VERTX, LOGGING, "io.micrometer..", "io.prometheus..", "com.fasterxml.jackson..")));
  }

  @ParameterizedTest
  @MethodSource("layers")
  void aLayerUsesOnlyWhatItsRowNames(Layer layer) {
    List<String> allowed = new ArrayList<>(List.of("java..", NULLNESS));
    allowed.addAll(layer.outside());
    allowed.add(ROOT + layer.name() + "..");
    layer.uses().forEach(used -> allowed.add(ROOT + used + ".."));
    classes()
        .that()
        .resideInAPackage(ROOT + layer.name() + "..")
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(allowed.toArray(String[]::new)))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void everyPackageHasARow() {
    List<String> known = new ArrayList<>(layers().map(Layer::name).toList());
    known.add("app");
    List<String> homeless =
        CLASSES.stream()
            .map(JavaClass::getPackageName)
            .distinct()
            .filter(
                name ->
                    known.stream()
                        .noneMatch(k -> name.equals(ROOT + k) || name.startsWith(ROOT + k + ".")))
            .toList();
    assertThat(homeless).isEmpty();
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.clockwise.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void nounsAndPlacementsKnowNoInputOutputNoClockAndNoThread() {
    noClasses()
        .that()
        .resideInAnyPackage("io.clockwise.model..", "io.clockwise.placement..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "java.io..",
                    "java.nio.file..",
                    "java.nio.channels..",
                    "java.time..",
                    "java.util.concurrent..")
                .and(not(type(java.io.ByteArrayOutputStream.class))) // memory, no I/O
                .and(not(type(java.time.Instant.class))) // a moment, no clock
                .and(not(type(java.time.Duration.class))))
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.Thread")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(CLASSES);
  }

  @Test
  void theRequestPathNeitherLocksNorBlocks() {
    noClasses()
        .that()
        .resideInAnyPackage("io.clockwise.proxy..", "io.clockwise.route..")
        .or(
            resideInAnyPackage("io.clockwise.telemetry")
                .and(not(resideInAnyPackage("io.clockwise.telemetry.accesslog"))))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.concurrent.locks..")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.util\\.concurrent\\.(BlockingQueue|CountDownLatch|Semaphore)")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Object.class, "wait")
        .orShould()
        .callMethod(java.util.concurrent.CompletableFuture.class, "join")
        .orShould()
        .callMethod(java.util.concurrent.CompletableFuture.class, "get")
        .check(CLASSES);
  }

  @Test
  void theGateKnowsNeitherListenersNorRequests() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "proxy.gate..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + "proxy.front..", ROOT + "proxy.exchange..")
        .check(CLASSES);
  }

  @Test
  void onlyTheControllerPublishes() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.clockwise.control.Controller")
        .should()
        .callMethod(
            io.clockwise.route.RoutingTableRef.class,
            "publish",
            io.clockwise.route.RoutingTable.class)
        .check(CLASSES);
  }

  @Test
  void nobodyPrintsButTheCommandLine() {
    noFields()
        .that()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage("io.clockwise.app..")
        .should()
        .haveRawType(java.io.PrintStream.class)
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage("io.clockwise.app..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(CLASSES);
  }

  @Test
  void packagesStaySmall() {
    Map<String, List<String>> byPackage = new TreeMap<>();
    CLASSES.stream()
        .filter(c -> c.isTopLevelClass() && !c.getSimpleName().equals("package-info"))
        .forEach(
            c ->
                byPackage
                    .computeIfAbsent(c.getPackageName(), name -> new ArrayList<>())
                    .add(c.getSimpleName()));
    byPackage.remove(ROOT + "config"); // one record for each section of the document
    byPackage.values().removeIf(names -> names.size() <= 14);
    assertThat(byPackage).isEmpty();
  }

  @Test
  void namesAreNouns() {
    noClasses()
        .should()
        .haveSimpleNameEndingWith("Manager")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Util")
        .orShould()
        .haveSimpleNameEndingWith("Utils")
        .orShould()
        .haveSimpleNameEndingWith("Impl")
        .check(CLASSES);
  }
}

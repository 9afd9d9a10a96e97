package io.clockwise.app.instance;

import io.clockwise.admin.AdminContext;
import io.clockwise.admin.Readiness;
import io.clockwise.app.state.GeneratedKey;
import io.clockwise.app.state.SessionSnapshots;
import io.clockwise.config.ClockwiseConfig;
import io.clockwise.config.ConfigProblem;
import io.clockwise.config.TransportConfig;
import io.clockwise.control.ControlPorts;
import io.clockwise.control.ControlStatus;
import io.clockwise.control.Controller;
import io.clockwise.control.StartOutcome;
import io.clockwise.control.autoscale.Autoscaler;
import io.clockwise.control.journal.JournalStatus;
import io.clockwise.control.table.StageBoard;
import io.clockwise.control.table.TableAssembler;
import io.clockwise.discovery.FileConfigSource;
import io.clockwise.health.HealthBoard;
import io.clockwise.proxy.connection.wire.HeadedTransport;
import io.clockwise.proxy.front.door.DoorTransport;
import io.clockwise.proxy.relay.DataPath;
import io.clockwise.proxy.relay.front.RelaySeams;
import io.clockwise.proxy.transport.TransportMissing;
import io.clockwise.route.affinity.PoolAffinities;
import io.clockwise.telemetry.Meters;
import io.clockwise.telemetry.accesslog.AccessLog;
import io.clockwise.telemetry.recent.RecentRequests;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.transport.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The steps from a file's name to a running instance; a step that fails undoes those before it. */
final class StartUp {
  private static final Logger LOG = LoggerFactory.getLogger(StartUp.class);
  private static final Duration SCAN = Duration.ofMillis(250);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final Path file;
  private final Transport transport;
  private final Vertx vertx;
  private final Meters meters;
  private final StateDirectory state;
  private final HealthBoard health = new HealthBoard(InstantSource.system());
  private final StageBoard stages = new StageBoard();
  private final DataPath path;

  private StartUp(Path file, DataPath path, int loops) throws StartFailure, InterruptedException {
    ClockwiseConfig early = ConfigLoad.early(file);
    this.transport = transport(file, early);
    this.state = StateDirectory.open(early == null ? null : early.stateDir());
    this.path = possible(path);
    this.file = file;
    this.meters = new Meters(loops);
    this.vertx =
        Vertx.builder()
            .with(
                new VertxOptions()
                    .setEventLoopPoolSize(loops + 2)) // the admin API and checks have their own
            .withTransport(HeadedTransport.over(transport))
            .build();
  }

  static Clockwise run(Path file, DataPath path) throws StartFailure, InterruptedException {
    StartUp steps = new StartUp(file, path, Runtime.getRuntime().availableProcessors());
    boolean started = false;
    try {
      Clockwise clockwise = steps.start(steps.controller());
      started = true;
      return clockwise;
    } finally {
      if (!started) {
        steps.vertx.close();
        steps.state.end().run();
      }
    }
  }

  private static Transport transport(Path file, @Nullable ClockwiseConfig early)
      throws StartFailure {
    try {
      return DoorTransport.of(early == null ? TransportConfig.AUTO : early.transport());
    } catch (TransportMissing e) {
      throw new StartFailure(file + ": " + e.getMessage());
    }
  }

  private Clockwise start(Controller controller) throws StartFailure, InterruptedException {
    boolean started = false;
    try {
      Clockwise clockwise = open(controller);
      started = true;
      return clockwise;
    } finally {
      if (!started) {
        await(controller.close()); // before Vert.x, which would end the threads that it closes on
      }
    }
  }

  private Clockwise open(Controller controller) throws StartFailure, InterruptedException {
    SessionSnapshots sessions = SessionSnapshots.begin(vertx, controller.table(), state.path());
    int kept = controller.state().effective().admin().recentRequests();
    RecentRequests recent = new RecentRequests(meters.loops(), kept, System.nanoTime());
    AccessLog log = new AccessLog(meters, recent);
    AccessLogFollower follower = new AccessLogFollower(log, recent, controller.table());
    Readiness readiness = new Readiness(health::unsettled);
    readiness.tablePublished();
    Front front =
        new Front(
            vertx,
            path,
            controller,
            meters,
            log,
            config ->
                new AdminContext(
                    config,
                    controller,
                    controller.table(),
                    meters,
                    readiness,
                    () -> status(controller),
                    running(),
                    health,
                    stages,
                    recent));
    BackendCare care = await(BackendCare.begin(vertx, controller.table(), health, meters));
    await(front.openProxies());
    readiness.listenersBound();
    await(front.openAdmin());
    front.listeners().forEach(bind -> LOG.info("listening on {}", bind));
    front.probes().ifPresent(bind -> LOG.info("probes on {}", bind));
    LOG.info(
        "admin API on {}; {} event loops, transport {}, data path {}",
        front.admin(),
        meters.loops(),
        transport.name(),
        path.name().toLowerCase(Locale.ROOT));
    return new Clockwise(
        vertx,
        controller,
        follower,
        front,
        new Clockwise.Ends(readiness, sessions, care::end, state.end()));
  }

  private ControlStatus status(Controller controller) {
    ControlStatus now = controller.status();
    JournalStatus journal = state.status().get();
    return journal.fault() == null ? now : now.withJournalFault(journal.fault());
  }

  private Map<String, Object> running() {
    Map<String, Object> chosen = new LinkedHashMap<>();
    chosen.put("eventLoops", meters.loops());
    chosen.put("transport", transport.name());
    chosen.put("dataPath", path.name().toLowerCase(Locale.ROOT));
    chosen.put("stateDir", state.path() == null ? "" : state.path().toString());
    return chosen;
  }

  private static DataPath possible(DataPath asked) {
    String missing = RelaySeams.missing();
    if (asked == DataPath.VERTX || missing == null) {
      return asked;
    }
    LOG.warn(
        "the relay is off: requests take the data path vertx, slower and less strict: {}", missing);
    return DataPath.VERTX;
  }

  private Controller controller() throws StartFailure, InterruptedException {
    String instance = ConfigLoad.hostName() + "/" + HexFormat.of().toHexDigits(random(), 8);
    ControlPorts ports =
        new ControlPorts(
            new FileConfigSource(vertx, file, SCAN),
            ConfigLoad::read,
            state.log(),
            InstantSource.system(),
            instance);
    PoolAffinities affinities =
        new PoolAffinities(meters, new GeneratedKey(state.path()), InstantSource.system());
    TableAssembler assembler = new TableAssembler(meters, health, affinities, stages);
    StartOutcome outcome = await(Controller.start(vertx, ports, assembler, PATIENCE));
    if (outcome instanceof StartOutcome.Started started) {
      health.listen(started.controller()::refresh);
      Autoscaler.begin(started.controller(), health, meters, InstantSource.system());
      return started.controller();
    }
    if (outcome instanceof StartOutcome.Invalid invalid) {
      throw new StartFailure(message(invalid.problems()));
    }
    throw new StartFailure(((StartOutcome.Unreadable) outcome).problem());
  }

  private static long random() {
    return new SplittableRandom().nextLong();
  }

  private String message(List<ConfigProblem> problems) {
    return problems.stream()
        .map(problem -> file + ": " + problem)
        .collect(
            Collectors.joining(
                System.lineSeparator(),
                "the configuration cannot be used" + System.lineSeparator(),
                ""));
  }

  private static <T> T await(Future<T> future) throws StartFailure, InterruptedException {
    try {
      return future.toCompletionStage().toCompletableFuture().get();
    } catch (ExecutionException e) {
      throw new StartFailure(String.valueOf(Objects.requireNonNull(e.getCause()).getMessage()));
    }
  }
}

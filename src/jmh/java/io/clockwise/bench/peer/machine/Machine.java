package io.clockwise.bench.peer.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the kernel tells of the machine. */
public final class Machine {
  private Machine() {}

  /** Returns ports of the loopback interface that were free a moment ago, all different. */
  public static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        sockets.add(socket);
        ports.add(socket.getLocalPort());
      }
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
    return ports;
  }

  /** Returns how many files a process may open that is started from this one. */
  public static int openFiles() throws IOException {
    String limits = Files.readString(Path.of("/proc/self/limits"));
    return limits
        .lines()
        .filter(line -> line.startsWith("Max open files"))
        .map(line -> line.split("\\s+")[3])
        .map(soft -> soft.equals("unlimited") ? Integer.MAX_VALUE : Integer.parseInt(soft))
        .findFirst()
        .orElse(1024);
  }

  /** Returns the load average of the last minute. */
  public static double loadAverage() throws IOException {
    return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
  }

  /** Returns how many processors it has, whatever this process may use. */
  public static int processors() throws IOException {
    return (int) cpuinfo().filter(line -> line.startsWith("processor")).count();
  }

  /** Returns the name of the processors, as the kernel gives it. */
  public static String processorModel() throws IOException {
    return cpuinfo()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(System.getProperty("os.arch"));
  }

  private static Stream<String> cpuinfo() throws IOException {
    return Files.readAllLines(Path.of("/proc/cpuinfo")).stream();
  }

  /** Tells whether a program is installed. */
  public static boolean has(String program) {
    return programPath(program) != null;
  }

  /** Returns where a program is, also one for administrators; or the name when it is nowhere. */
  public static String program(String name) {
    Path path = programPath(name);
    return path == null ? name : path.toString();
  }

  private static @org.jspecify.annotations.Nullable Path programPath(String name) {
    return Stream.of((System.getenv("PATH") + ":/usr/sbin:/usr/local/sbin").split(":"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  /** Returns the ticks of a second of processor time. */
  public static long ticksPerSecond() throws IOException, InterruptedException {
    return Long.parseLong(Commands.firstLine("getconf", "CLK_TCK").strip());
  }
}

package io.clockwise.app.instance;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signals of the operating system, as far as this JVM lets a program see them. */
public final class Signals {
  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

  private Signals() {}

  /* `sun.misc.Signal` is the only way to hear SIGHUP and SIGUSR1, and `--release 17` hides it from
  the compiler; so it is found by reflection, here and nowhere else. */
  /**
   * Runs a task on a thread of its own whenever the signal comes.
   *
   * @param name without SIG, such as {@code HUP}
   * @return whether the platform has this signal and leaves it to us
   */
  public static boolean handle(String name, Runnable task) {
    try {
      Class<?> signalType = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      InvocationHandler call =
          (proxy, method, arguments) -> {
            switch (method.getName()) {
              case "handle" -> task.run();
              case "hashCode" -> {
                return System.identityHashCode(proxy);
              }
              case "equals" -> {
                return arguments != null && proxy == arguments[0];
              }
              default -> {
                return name;
              }
            }
            return null;
          };
      Object handler =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(), new Class<?>[] {handlerType}, call);
      Object signal = signalType.getConstructor(String.class).newInstance(name);
      signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
      return true;
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.info("SIG{} is not available here: {}", name, String.valueOf(e.getCause()));
      return false;
    }
  }
}

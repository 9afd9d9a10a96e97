package io.clockwise.config.read;

import io.clockwise.config.CertificateConfig;
import io.clockwise.config.ListenerConfig;
import io.clockwise.config.ListenerProtocol;
import io.clockwise.config.ProxyProtocolConfig;
import io.clockwise.config.SocketBind;
import io.clockwise.config.TlsConfig;
import io.clockwise.model.CidrBlock;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Draws listeners that the reader could have given. */
record ListenerDraw(Random random) {
  List<ListenerConfig> listeners(List<String> hosts) {
    return List.of(
        listener(new SocketBind(one(hosts), 8080 + random.nextInt(3)), blocks()),
        listener(new SocketBind(one(hosts), 0), blocks()),
        listener(
            SocketBind.unix(one(List.of("/run/a b.sock", "/run/${x}"))),
            List.of(new ProxyProtocolConfig.UnixPeers())));
  }

  private static List<ProxyProtocolConfig.Sender> blocks() {
    return List.of(
        new ProxyProtocolConfig.Block(CidrBlock.parse("10.0.0.0/8").orElseThrow()),
        new ProxyProtocolConfig.Block(CidrBlock.parse("::1").orElseThrow()));
  }

  private ListenerConfig listener(SocketBind bind, List<ProxyProtocolConfig.Sender> from) {
    boolean secured = random.nextBoolean();
    ListenerProtocol second = secured ? ListenerProtocol.H2 : ListenerProtocol.H2C;
    return new ListenerConfig(
        bind,
        one(
            List.of(
                List.of(ListenerProtocol.H1),
                List.of(second),
                List.of(ListenerProtocol.H1, second),
                List.of(second, ListenerProtocol.H1))),
        random.nextBoolean()
            ? ProxyProtocolConfig.OFF
            : new ProxyProtocolConfig(from, one(List.of(ProxyProtocolConfig.Mode.values()))),
        secured ? tls() : null);
  }

  private TlsConfig tls() {
    TlsConfig.ClientAuth auth = one(List.of(TlsConfig.ClientAuth.values()));
    CertificateConfig pair =
        new CertificateConfig(Path.of("/etc/${x}/a.pem"), Path.of("/etc/clockwise/a.key"));
    return new TlsConfig(
        random.nextBoolean() ? List.of(pair) : List.of(pair, pair),
        one(List.of(TlsConfig.Version.values())),
        auth,
        auth == TlsConfig.ClientAuth.NONE ? null : Path.of("/etc/ca.pem"),
        auth == TlsConfig.ClientAuth.NONE ? "" : one(List.of("", "Client-Cert", "x")));
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}

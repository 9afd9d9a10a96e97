package io.clockwise.proxy.connection.wire;

import io.clockwise.config.ConnectionsConfig.ProxyProtocol;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyProtocolVersion;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol;
import io.netty.util.NetUtil;
import org.jspecify.annotations.Nullable;

/**
 * The header that begins a connection (PROXY protocol, sections 2.1 and 2.2).
 *
 * @param version v1 or v2
 * @param source whose connection it tells of; null: of nobody's
 */
public record ProxyHeader(ProxyProtocol version, @Nullable Source source) {
  /** Returns it as the codec writes it. */
  HAProxyMessage message() {
    HAProxyProtocolVersion number =
        version == ProxyProtocol.V1 ? HAProxyProtocolVersion.V1 : HAProxyProtocolVersion.V2;
    Source known = source;
    HAProxyProxiedProtocol family = known == null ? HAProxyProxiedProtocol.UNKNOWN : family(known);
    if (known == null || family == HAProxyProxiedProtocol.UNKNOWN) {
      return new HAProxyMessage(
          number,
          version == ProxyProtocol.V1 ? HAProxyCommand.PROXY : HAProxyCommand.LOCAL,
          HAProxyProxiedProtocol.UNKNOWN,
          null,
          null,
          0,
          0);
    }
    return new HAProxyMessage(
        number,
        HAProxyCommand.PROXY,
        family,
        known.address(),
        known.localAddress(),
        known.port(),
        known.localPort());
  }

  private static HAProxyProxiedProtocol family(Source source) {
    if (NetUtil.isValidIpV4Address(source.address())
        && NetUtil.isValidIpV4Address(source.localAddress())) {
      return HAProxyProxiedProtocol.TCP4;
    }
    return NetUtil.isValidIpV6Address(source.address())
            && NetUtil.isValidIpV6Address(source.localAddress())
        ? HAProxyProxiedProtocol.TCP6
        : HAProxyProxiedProtocol.UNKNOWN;
  }
}

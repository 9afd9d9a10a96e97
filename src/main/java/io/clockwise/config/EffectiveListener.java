package io.clockwise.config;

import io.clockwise.config.text.EnumText;
import java.util.LinkedHashMap;
import java.util.Map;

/** A listener in the shape of its document, every default written out. */
final class EffectiveListener {
  private EffectiveListener() {}

  static Map<String, Object> toMap(ListenerConfig listener) {
    Map<String, Object> proxyProtocol = new LinkedHashMap<>();
    ProxyProtocolConfig believed = listener.proxyProtocol();
    proxyProtocol.put("from", believed.from().stream().map(Object::toString).toList());
    proxyProtocol.put("mode", EnumText.of(believed.mode()));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("bind", EffectiveConfig.text(listener.bind().toString()));
    map.put("protocols", listener.protocols().stream().map(EnumText::of).toList());
    map.put("proxyProtocol", proxyProtocol);
    TlsConfig tls = listener.tls();
    if (tls != null) {
      map.put("tls", tls(tls));
    }
    return map;
  }

  private static Map<String, Object> tls(TlsConfig tls) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("certificates", tls.certificates().stream().map(EffectiveListener::pair).toList());
    map.put("minVersion", tls.minVersion().word());
    map.put("clientAuth", EnumText.of(tls.clientAuth()));
    if (tls.clientCa() != null) {
      map.put("clientCa", EffectiveConfig.text(tls.clientCa().toString()));
    }
    map.put("clientCertificateHeader", EffectiveConfig.text(tls.clientCertificateHeader()));
    return map;
  }

  private static Map<String, Object> pair(CertificateConfig pair) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("cert", EffectiveConfig.text(pair.cert().toString()));
    map.put("key", EffectiveConfig.text(pair.key().toString()));
    return map;
  }
}

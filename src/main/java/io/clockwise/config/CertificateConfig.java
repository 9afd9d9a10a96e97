package io.clockwise.config;

import java.nio.file.Path;

/**
 * A certificate and its key, PEM files; read again when they change.
 *
 * @param cert the certificate, then those that signed it; relative to the document
 * @param key its private key, PKCS#8, PKCS#1 or SEC1, not encrypted; relative to the document
 */
public record CertificateConfig(Path cert, Path key) {}

package io.clockwise.proxy.connection.wire;

/**
 * Whose connection to Clockwise a request came by: both ends of it.
 *
 * @param address the client's, canonical text without zone
 * @param port the client's
 * @param localAddress the one that the client has connected to
 * @param localPort the one that the client has connected to
 */
public record Source(String address, int port, String localAddress, int localPort) {}

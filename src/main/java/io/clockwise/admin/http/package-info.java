/**
 * How the admin API speaks HTTP: endpoints as a table, strict bodies, problems, the audit log;
 * start at {@link io.clockwise.admin.http.ApiRouter}.
 *
 * <p>May use: {@code config} (roles), Vert.x Web, jackson-core.
 */
@NullMarked
package io.clockwise.admin.http;

import org.jspecify.annotations.NullMarked;

/**
 * What bodies and answers say of backends, drains and documents; start at {@link
 * io.clockwise.admin.form.BackendFields}.
 *
 * <p>May use: {@code model}, {@code config}, {@code event}, {@code route} (read), {@code
 * admin.http}.
 */
@NullMarked
package io.clockwise.admin.form;

import org.jspecify.annotations.NullMarked;

package io.clockwise.proxy.policy.retry;

import io.clockwise.model.FailureKind;

/**
 * How one attempt on a backend failed, as far as a retry needs to know.
 *
 * @param method of the request
 * @param failure what happened
 * @param status of the answer when it was one that the configuration retries, else 0
 * @param number of this attempt, from 1; attempts on a fresh connection to the same backend do not
 *     count
 * @param reused whether the connection had served an earlier request
 * @param freshTried whether a fresh connection to the same backend was tried already
 * @param bodyBegan whether a part of the request's body has been sent
 * @param answerBegan whether a part of an answer has been passed on
 */
public record Trial(
    String method,
    FailureKind failure,
    int status,
    int number,
    boolean reused,
    boolean freshTried,
    boolean bodyBegan,
    boolean answerBegan) {}

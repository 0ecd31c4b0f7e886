package io.doorlist.cli.connection;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

/**
 * Why a service gave no answer, in words of our own instead of those of the client library.
 *
 * @param reason the reason, without a full stop
 * @param hint what the user can do
 */
public record NoAnswer(String reason, String hint) {
  private static final String ELSEWHERE = "--endpoint or --stack names another";
  private static final String NETWORK = "check the region and this machine's network";

  /** What the client library adds to its messages. */
  private static final String ATTEMPTS = " \\(SDK Attempt Count: \\d+\\)$";

  /**
   * Returns why nobody answered.
   *
   * @param place where the service is, such as "in region eu-west-1"
   */
  public static NoAnswer of(Throwable fault, String place) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause.getCause() instanceof UnresolvedAddressException) {
        return new NoAnswer("the host " + place + " is not known", NETWORK);
      }
      switch (cause) {
        case UnknownHostException host -> {
          return new NoAnswer(
              "the host " + host.getMessage().split(":")[0] + " is not known", NETWORK);
        }
        case SSLException unsafe -> {
          return new NoAnswer("the TLS connection " + place + " cannot be made safely", NETWORK);
        }
        case ConnectException refused -> {
          return new NoAnswer("nothing answers " + place, ELSEWHERE);
        }
        case InterruptedIOException late -> {
          return late(place);
        }
        case HttpTimeoutException late -> {
          return late(place);
        }
        case ApiCallTimeoutException late -> {
          return late(place);
        }
        case IOException lost -> {
          return new NoAnswer("the connection " + place + " broke off", NETWORK);
        }
        default -> {
          // The loop goes on to the cause, which says more.
        }
      }
    }
    return unasked(String.valueOf(fault.getMessage()), place);
  }

  private static NoAnswer late(String place) {
    return new NoAnswer("nothing answers " + place + " in time", NETWORK);
  }

  private static NoAnswer unasked(String message, String place) {
    if (message.startsWith("Unable to load region")) {
      return new NoAnswer("no region is named", "--region or AWS_REGION names one");
    }
    if (message.startsWith("Unable to load credentials")) {
      return new NoAnswer("there are no AWS credentials", "set AWS_PROFILE or run `aws sso login`");
    }
    String said = message.lines().findFirst().orElse("").replaceFirst(ATTEMPTS, "");
    return new NoAnswer("nothing can be asked " + place + ": " + said, ELSEWHERE);
  }

  @Override
  public String toString() {
    return reason + "; " + hint;
  }
}

package io.doorlist.webhook;

import io.doorlist.webhook.DeliveryOutcome.Answered;
import io.doorlist.webhook.DeliveryOutcome.Fault;
import io.doorlist.webhook.DeliveryOutcome.Unanswered;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads status and Retry-After from the head of an answer. The body stays unread. */
final class ResponseHead {
  private static final int MAX_HEAD = 32 * 1024;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9][0-9])( .*)?");
  private static final Pattern RETRY_AFTER = Pattern.compile("(?i)retry-after:(.*)");

  private final InputStream stream;
  private int left = MAX_HEAD;

  private ResponseHead(InputStream stream) {
    this.stream = stream;
  }

  /** Reads up to the end of the final answer's head. Without such a head there is no answer. */
  static DeliveryOutcome read(InputStream stream) throws IOException {
    ResponseHead response = new ResponseHead(new BufferedInputStream(stream, 4096));
    while (true) {
      Matcher first = STATUS.matcher(response.line());
      if (!first.matches()) {
        return new Unanswered(Fault.NO_ANSWER);
      }
      int status = Integer.parseInt(first.group(1));
      String retryAfter = response.retryAfter();
      // 100 to 199 are interim answers; the final one follows.
      if (status >= 200) {
        return new Answered(status, retryAfter);
      }
    }
  }

  private String retryAfter() throws IOException {
    String found = null;
    for (String line = line(); !line.isEmpty(); line = line()) {
      Matcher header = RETRY_AFTER.matcher(line);
      if (header.matches()) {
        found = header.group(1).strip();
      }
    }
    return found;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int next = stream.read();
      if (next < 0 || left-- == 0) {
        throw new IOException("the head of the answer does not end");
      }
      if (next == '\n') {
        int length = line.length();
        boolean carriageReturn = length > 0 && line.charAt(length - 1) == '\r';
        return carriageReturn ? line.substring(0, length - 1) : line.toString();
      }
      line.append((char) next);
    }
  }
}

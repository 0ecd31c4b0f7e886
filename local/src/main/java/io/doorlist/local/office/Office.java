package io.doorlist.local.office;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A page for the person who started a host, and the requests that it makes. Thread-safe. */
public interface Office {
  /** The path of the office on the host. */
  String PATH = "/-/office";

  /**
   * Returns a file of the page. Files contain no data, so anybody on the machine may read them.
   *
   * @param name empty for the page itself
   */
  Optional<Reply> file(String name);

  /**
   * Answers a request whose sender has shown a key.
   *
   * @throws IOException if the client does not complete its body
   */
  Reply answer(Call call) throws IOException;

  /**
   * A request.
   *
   * @param path decoded segments after the path of the page
   * @param query decoded values by name
   * @param body is read while it arrives, and is no longer than allowed
   */
  record Call(String method, List<String> path, Map<String, List<String>> query, InputStream body) {
    /** Returns the first value of a name in the query, or an empty text if there is none. */
    public String query(String name) {
      return query.getOrDefault(name, List.of("")).getFirst();
    }
  }

  /**
   * An answer.
   *
   * @param file the name under which a browser saves the answer, or {@code null} if the browser
   *     shows it
   */
  record Reply(int status, String type, byte[] body, String file) {}
}

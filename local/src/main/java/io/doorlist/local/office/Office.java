package io.doorlist.local.office;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A page for the person who started a host, and what it does for them. Thread-safe. */
public interface Office {
  /** Where it is on the host. */
  String PATH = "/-/office";

  /**
   * Returns a file of the page, which has no data: anybody on the machine may read it.
   *
   * @param name empty for the page itself
   */
  Optional<Reply> file(String name);

  /**
   * Answers a request of somebody who has shown a key.
   *
   * @throws IOException if the client does not complete its body
   */
  Reply answer(Call call) throws IOException;

  /**
   * A request.
   *
   * @param path decoded segments behind that of the page
   * @param query decoded values by name
   * @param body read as it comes, and no longer than is allowed
   */
  record Call(String method, List<String> path, Map<String, List<String>> query, InputStream body) {
    /** Returns the first value of a name in the query, empty if there is none. */
    public String query(String name) {
      return query.getOrDefault(name, List.of("")).getFirst();
    }
  }

  /**
   * An answer.
   *
   * @param file what a browser calls it when it keeps it; {@code null} if it is shown
   */
  record Reply(int status, String type, byte[] body, String file) {}
}

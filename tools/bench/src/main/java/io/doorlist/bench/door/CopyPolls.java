package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.json.Json;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpHeader;

/** Phones that keep their copies of a list up to date, as the scanner page does. */
final class CopyPolls implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final int MAX_BYTES = 64 << 20;
  private static final int OK = 200;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final URI url;
  private final DoorEvent event;

  CopyPolls(URI url, DoorEvent event, List<HttpClient> phones) {
    this.url = url;
    this.event = event;
    for (int phone = 0; phone < phones.size(); phone++) {
      String token = event.secret(event.tokenIds().get(phone));
      HttpClient http = phones.get(phone);
      threads.execute(() -> poll(http, token));
    }
  }

  private void poll(HttpClient http, String token) {
    String have = "";
    String tag = null;
    try {
      while (true) {
        ContentResponse answer = ask(http, token, have, tag);
        boolean more = false;
        if (answer.getStatus() == OK) {
          Map<String, Object> copy = Json.readObject(answer.getContent());
          have = "?have=" + URLEncoder.encode((String) copy.get("version"), StandardCharsets.UTF_8);
          tag = answer.getHeaders().get(HttpHeader.ETAG);
          more = copy.get("more").equals(true);
        }
        if (!more) {
          Thread.sleep(INTERVAL);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      BenchCommand.say("a phone keeps no copy any more: " + e);
    }
  }

  private ContentResponse ask(HttpClient http, String token, String have, String tag)
      throws Exception {
    String door = DoorEvent.PATH + "checkin_lists/1/door" + have;
    Request request =
        http.newRequest(url.resolve(door))
            .headers(
                headers -> {
                  headers.put(HttpHeader.AUTHORIZATION, "Bearer " + token);
                  if (tag != null) {
                    headers.put(HttpHeader.IF_NONE_MATCH, tag);
                  }
                });
    return new CompletableResponseListener(request, MAX_BYTES).send().get();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

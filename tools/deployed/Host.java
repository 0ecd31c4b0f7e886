import io.doorlist.local.LocalHost;
import io.doorlist.local.table.HostTable;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Serves a template's routes with the packages that it names, over a table that is elsewhere: {@code
 * Host TEMPLATE ENDPOINT TABLE [PARAMETER=VALUE]...}. Prints the address and runs until it is ended.
 */
final class Host {
  public static void main(String[] arguments) throws InterruptedException {
    Map<String, String> parameters = new HashMap<>();
    for (int i = 3; i < arguments.length; i++) {
      String[] parameter = arguments[i].split("=", 2);
      parameters.put(parameter[0], parameter[1]);
    }
    LocalHost.Options options =
        new LocalHost.Options(
            Path.of(arguments[0]),
            0,
            new HostTable.Elsewhere(URI.create(arguments[1]), arguments[2]),
            parameters);
    try (LocalHost host = LocalHost.start(options)) {
      System.out.println(host.url());
      Thread.sleep(Long.MAX_VALUE);
    }
  }
}

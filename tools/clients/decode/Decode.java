import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.openapitools.client.JSON;

/** Decodes recorded answers with the client that openapi-generator makes. */
public final class Decode {
  private Decode() {}

  public static void main(String[] files) throws Exception {
    // Creates the adapters, which each model registers.
    new JSON();
    Gson gson = JSON.getGson();
    int decoded = 0;
    for (String file : files) {
      for (String line : Files.readAllLines(Path.of(file))) {
        JsonObject answer = JsonParser.parseString(line).getAsJsonObject();
        Class<?> model =
            Class.forName("org.openapitools.client.model." + answer.get("schema").getAsString());
        try {
          gson.fromJson(answer.get("body").getAsString(), model);
        } catch (RuntimeException e) {
          throw new IllegalStateException(answer.get("operation") + " " + answer.get("status"), e);
        }
        decoded++;
      }
    }
    System.out.println("java: " + decoded + " answers decoded");
    System.exit(Arrays.asList(files).isEmpty() ? 1 : 0);
  }
}

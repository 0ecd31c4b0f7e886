import io.doorlist.phone.DoorScan;
import io.doorlist.phone.DoorVerdict;
import io.doorlist.phone.jvm.Phone;
import io.doorlist.phone.jvm.PhoneSettings;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;

/**
 * A scanner on the command line: type codes, or have a hand scanner type them. "exit CODE" lets out,
 * "look CODE" looks, "undo" takes back the last. At the end it waits until all is sent.
 */
public class DoorScanner {
  public static void main(String[] arguments) throws Exception {
    PhoneSettings settings =
        PhoneSettings.in(Path.of(arguments[1]))
            .listener(state -> System.err.println("now " + state));
    try (Phone phone = Phone.open(arguments[0], settings);
        Scanner lines = new Scanner(System.in)) {
      while (phone.list().isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(100);
        phone.lists().stream().findFirst().ifPresent(list -> phone.choose(list.id()));
      }
      DoorScan last = null;
      while (lines.hasNextLine()) {
        String line = lines.nextLine().trim();
        if (line.equals("undo") && last != null) {
          phone.undo(last);
          System.out.println("taken back");
          continue;
        }
        DoorVerdict verdict =
            line.startsWith("exit ")
                ? phone.exit(line.substring(5))
                : line.startsWith("look ") ? phone.look(line.substring(5)) : phone.scan(line);
        last = verdict.passes() ? verdict.scan() : last;
        String why = (verdict.reason() + " " + verdict.detail()).trim();
        System.out.println(verdict.kind() + " " + verdict.guest().type() + " " + why);
      }
      while (phone.state().queued() > phone.state().setAside()) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
      phone.notices().forEach(notice -> System.err.println("staff must see " + notice));
    }
  }
}

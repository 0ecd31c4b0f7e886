package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.guests.People.Answer;
import io.doorlist.cli.importing.guests.People.Layout;
import io.doorlist.cli.importing.guests.People.Person;
import io.doorlist.cli.lines.Importer;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.table.memory.MemoryEngine;
import io.doorlist.testing.Stores;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * A list of random people is imported into a table, changed, sorted anew and imported again. It is
 * text or a workbook. A workbook may have merged cells, formulas, sheets of others, or two sheets
 * that are one list. The imports are judged by who the people are, which no list says:
 *
 * <ul>
 *   <li>no code changes its guest, unless the import names both
 *   <li>nobody who said no is in, and nobody who comes is out, without being named
 *   <li>no row is gone unsaid
 *   <li>the order of the rows changes nothing
 *   <li>the same list again changes nothing, if everybody could be told apart
 * </ul>
 */
class RandomPeopleTest {
  private static final int LISTS = Boolean.getBoolean("doorlist.long") ? 10_000 : 150;
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

  /** What became of an import. */
  private record Done(Map<Long, Order> table, String said, boolean written) {}

  @Test
  void codesKeepTheirGuests_andNobodyIsInOrOutUnsaid() {
    for (int seed = 1; seed <= LISTS; seed++) {
      evening(seed);
    }
  }

  private static void evening(int seed) {
    Random random = new Random(seed);
    List<Person> first = People.draw(random);
    Layout layout = Layout.draw(random);
    World world = new World();
    Done before = world.put(layout, first, false, false);
    List<Person> second = People.later(first, random);
    Layout later = layout.later(random);
    boolean replace = random.nextBoolean();
    Done after = world.sure(later, second, replace);
    String story =
        "seed %d, %s\n%s\n%s\n%s\n%s\n%s"
            .formatted(
                seed,
                replace ? "--replace" : "",
                layout,
                later,
                layout.text(first),
                later.text(second),
                after.said());

    assertTrue(before.written(), before.said() + story);
    if (after.written()) {
      Judge judge = new Judge(story, first, second, layout, later, before, after, replace);
      judge.codesKeepTheirGuests();
      judge.whoSaidNoIsOut();
      judge.whoComesIsIn();
      judge.noRowIsGone();
      judge.printedCodesAreKnown();
      judge.nobodyOfOtherSheetsIsIn();
    }
    List<Person> sorted = new ArrayList<>(second);
    Collections.shuffle(sorted, random);
    World another = new World();
    Done same = another.put(layout, first, false, false);
    Done other = another.sure(later, sorted, replace);
    assertEquals(summary(after, before), summary(other, same), story + "\n" + other.said());
    List<Person> otherwise = new ArrayList<>(first);
    Collections.shuffle(otherwise, random);
    World third = new World();
    Done begun = third.put(layout, otherwise, false, false);
    assertEquals(tickets(before), tickets(begun), story + "\n" + layout.text(otherwise));
    Done gone = third.sure(later, second, replace);
    assertEquals(tickets(after), tickets(gone), story + "\n" + layout.text(otherwise));
    // Whom nobody could tell apart may be told apart once another's name is corrected.
    if (!after.said().contains("cannot be told apart")
        && !after.said().contains("but namesakes are")) {
      Done again = world.sure(later, second, replace);
      assertEquals(after.table(), again.table(), "again, " + story + "\n" + again.said());
    }
  }

  /** A table of its own, into which lists are imported as the command does. */
  private static final class World {
    private final Stores stores =
        Stores.connectForCommand(new MemoryEngine(), "people", Clock.systemUTC());

    World() {
      stores.format().setCurrent();
    }

    /** Imports a list, and again with what the import asks for. */
    Done sure(Layout layout, List<Person> people, boolean replace) {
      Done done = put(layout, people, replace, false);
      if (done.written() || done.said().contains("renumbered")) {
        return done;
      }
      Done sure = put(layout, people, replace, true);
      return new Done(sure.table(), done.said() + "\n" + sure.said(), sure.written());
    }

    Done put(Layout layout, List<Person> people, boolean replace, boolean sure) {
      byte[] file = layout.write(people);
      GuestListOptions options = new GuestListOptions();
      options.sheets = layout.sheets();
      options.replace = replace;
      options.sure = sure;
      List<String> said = new ArrayList<>();
      boolean written = false;
      try {
        GuestImport list =
            GuestImport.of(
                GuestTarget.read(stores.forCommand(), "acme", "gala", null),
                SheetReader.read("guests", file, options),
                options,
                NOW);
        GuestPreview preview = list.preview();
        preview.findings().forEach(each -> said.add(each.text()));
        preview.objections().forEach(each -> said.add(each.text()));
        preview.refused().forEach(row -> said.add("row " + row.place().said() + ": refused"));
        if (preview.objections().isEmpty()) {
          write(list);
          written = true;
        }
      } catch (Failure e) {
        said.add(e.getMessage());
      }
      return new Done(orders(), String.join("\n", said), written);
    }

    private void write(GuestImport list) {
      Importer importer =
          new Importer(
              new ImportStore(stores.forCommand(), false, () -> {}),
              (line, outcome) ->
                  assertTrue(
                      outcome.kind() != ImportOutcome.Kind.REFUSED || line.text() != null,
                      line + " " + outcome));
      assertTrue(list.write(importer, () -> true));
      importer.finish();
    }

    private Map<Long, Order> orders() {
      return stores.events().readDefinition("acme", "gala").isEmpty()
          ? Map.of()
          : new AccountReader(stores.forCommand(), "acme")
              .orders("gala", id -> true)
              .collect(Collectors.toMap(Order::id, Function.identity(), (a, b) -> a, TreeMap::new));
    }
  }

  private static boolean opens(Order order, Ticket ticket) {
    return order.state() == OrderState.CONFIRMED
        && ticket.state() == TicketState.VALID
        && !ticket.terms().isBlocked();
  }

  /** A ticket, and whether it opens. */
  private record Held(Ticket ticket, boolean opens) {
    String data() {
      return Judge.data(ticket);
    }
  }

  private static Map<String, Held> held(Done done) {
    Map<String, Held> held = new TreeMap<>();
    for (Order order : done.table().values()) {
      for (Ticket ticket : order.tickets()) {
        held.put(ticket.qrCodeIdentifier(), new Held(ticket, opens(order, ticket)));
      }
    }
    return held;
  }

  /**
   * Returns what the tickets say: of those from before by whose code it was, others as they are.
   */
  private static List<String> summary(Done done, Done before) {
    Map<String, Held> earlier = held(before);
    return held(done).entrySet().stream()
        .map(
            it ->
                Optional.ofNullable(earlier.get(it.getKey()))
                        .map(old -> String.valueOf(old.ticket().id()))
                        .orElse("new")
                    + " "
                    + it.getValue().data()
                    + " "
                    + it.getValue().opens())
        .sorted()
        .toList();
  }

  /** Returns what the tickets say and whether they open, whatever their codes are. */
  private static List<String> tickets(Done done) {
    return held(done).values().stream()
        .map(held -> held.data() + " " + held.opens())
        .sorted()
        .toList();
  }

  /** Knows the people. */
  private static final class Judge {
    private final String story;
    private final Done after;
    private final boolean replace;
    private final Map<Integer, Person> first = new HashMap<>();
    private final Map<Integer, Person> second = new HashMap<>();
    private final Map<Integer, List<String>> saidFirst = new HashMap<>();
    private final Map<Integer, List<String>> saidSecond = new HashMap<>();
    private final Map<String, Held> before;
    private final Map<String, Held> now;
    private final List<Person> rows;
    private final Layout layout;
    private final Layout later;

    Judge(
        String story,
        List<Person> first,
        List<Person> second,
        Layout layout,
        Layout later,
        Done before,
        Done after,
        boolean replace) {
      this.story = story;
      this.after = after;
      this.replace = replace;
      this.layout = layout;
      this.later = later;
      this.rows = second;
      first.forEach(person -> this.first.put(person.id(), person));
      second.forEach(person -> this.second.put(person.id(), person));
      first.forEach(person -> saidFirst.put(person.id(), layout.data(person)));
      second.forEach(person -> saidSecond.put(person.id(), later.data(person)));
      this.before = held(before);
      this.now = held(after);
    }

    static String data(Ticket ticket) {
      return String.join(
          "|",
          String.valueOf(ticket.name()),
          String.valueOf(ticket.email()),
          ticket.ticketType(),
          ticket.responses().text());
    }

    /** Returns the people whose ticket this may be, or that of somebody who comes along. */
    private static Set<Integer> holders(Held held, Map<Integer, List<String>> said) {
      return said.entrySet().stream()
          .filter(it -> it.getValue().contains(held.data()))
          .map(Map.Entry::getKey)
          .collect(Collectors.toCollection(TreeSet::new));
    }

    private boolean isNamed(Ticket ticket) {
      return ticket.name() != null && after.said().contains(ticket.name())
          || after.said().contains(ticket.reference());
    }

    void codesKeepTheirGuests() {
      before.forEach(
          (code, old) -> {
            Held held = now.get(code);
            if (held == null) {
              assertTrue(!old.opens() || isNamed(old.ticket()), "revoked " + code + story);
            } else if (!held.data().equals(old.data())) {
              Set<Integer> same = holders(old, saidFirst);
              same.retainAll(holders(held, saidSecond));
              boolean transferred =
                  after.said().contains("the ticket of " + old.ticket().name())
                      || after
                          .said()
                          .contains(": " + old.ticket().name() + " is " + held.ticket().name());
              assertTrue(
                  !same.isEmpty() || transferred || nobodyCouldTell(old.ticket(), held.ticket()),
                  "code of " + old.data() + " is " + held.data() + "'s\n" + story);
            }
          });
    }

    /** Whether a guest is gone and another has come of whom the list says the same. */
    private boolean nobodyCouldTell(Ticket old, Ticket now) {
      boolean addresses =
          old.email() == null
              || now.email() == null
              || old.email().equals(now.email())
              || after.said().contains(now.name() + " has another e-mail now");
      long sameName =
          Math.max(
              first.values().stream().filter(it -> it.name().equals(old.name())).count(),
              rows.stream().filter(it -> it.name().equals(old.name())).count());
      long sameCells = Math.max(alike(old, saidFirst), alike(now, saidSecond));
      boolean cells = old.ticketType().equals(now.ticketType());
      if (old.email() != null && old.email().equals(now.email()) && old.name().equals(now.name())) {
        return true;
      }
      return addresses
          && old.name().equals(now.name())
          && (sameName == 1 || cells && sameCells == 1);
    }

    /** Counts people of whom the list says the same, but for their addresses. */
    private static long alike(Ticket ticket, Map<Integer, List<String>> said) {
      String own = data(ticket).replace("|" + ticket.email() + "|", "|");
      return said.values().stream()
          .flatMap(List::stream)
          .filter(each -> each.replaceFirst("\\|[^|]*\\|", "|").equals(own))
          .count();
    }

    void whoSaidNoIsOut() {
      boolean addresses = layout.emails() && later.emails();
      for (Person person : rows) {
        if (later.answers() && person.answer() != Answer.YES && !person.garbled()) {
          for (Held held : now.values()) {
            Set<Integer> mayBe = holders(held, saidSecond);
            mayBe.addAll(holders(held, saidFirst));
            boolean own = mayBe.equals(Set.of(person.id()));
            assertTrue(
                !own
                    || !held.opens()
                    || after.said().contains(person.name())
                    || isNamed(held.ticket()),
                person + " said no, and is in\n" + story);
          }
          Person was = first.get(person.id());
          if (was != null && (person.sameName(was) || addresses && person.sameEmail(was))) {
            before.forEach(
                (code, old) -> {
                  boolean own = holders(old, saidFirst).equals(Set.of(person.id()));
                  Held held = now.get(code);
                  assertTrue(
                      !own
                          || held == null
                          || !held.opens()
                          || after.said().contains(person.name())
                          || isNamed(old.ticket()),
                      person + " said no, and their old ticket opens\n" + story);
                });
          }
        }
      }
    }

    void whoComesIsIn() {
      for (Person person : rows) {
        Person was = first.get(person.id());
        boolean comes = !later.answers() || person.answer() == Answer.YES && !person.garbled();
        boolean came = was != null && (!layout.answers() || was.answer() == Answer.YES);
        if (comes && came && !was.garbled()) {
          before.forEach(
              (code, old) -> {
                if (holders(old, saidFirst).equals(Set.of(person.id())) && old.opens()) {
                  Held held = now.get(code);
                  assertTrue(
                      held != null && held.opens() || isNamed(old.ticket()),
                      person + " comes, and their ticket does not open\n" + story);
                }
              });
        }
      }
      if (!replace && !later.answers()) {
        before.forEach(
            (code, old) -> {
              Held held = now.get(code);
              assertTrue(
                  !old.opens() || held != null && held.opens() || isNamed(old.ticket()),
                  old.data() + " is out\n" + story);
            });
      }
    }

    /** A code is what the ticket's owner sees, with zeros in front. */
    void printedCodesAreKnown() {
      Set<String> known = new HashSet<>(now.keySet());
      after.table().values().forEach(order -> known.add(order.qrCodeIdentifier()));
      for (Person person : rows) {
        assertTrue(
            !later.codes()
                || known.contains(person.code())
                || person.garbled() && later.answers()
                || after.said().contains(person.name()),
            person + " has a code that nobody knows\n" + story);
      }
    }

    /**
     * Other sheets and hidden rows are not of the list, and the import says that they are there.
     */
    void nobodyOfOtherSheetsIsIn() {
      for (Held held : now.values()) {
        String name = String.valueOf(held.ticket().name());
        assertTrue(
            !name.contains(People.NOT_INVITED) && !name.equals(People.HIDDEN.name()),
            name + " is in\n" + story);
      }
    }

    void noRowIsGone() {
      Map<String, Long> names =
          now.values().stream()
              .filter(held -> held.ticket().name() != null)
              .collect(Collectors.groupingBy(held -> held.ticket().name(), Collectors.counting()));
      Map<String, Long> listed =
          rows.stream()
              .filter(person -> !person.garbled())
              .collect(Collectors.groupingBy(Person::name, Collectors.counting()));
      Set<String> lost = new HashSet<>();
      listed.forEach(
          (name, count) -> {
            if (names.getOrDefault(name, 0L) < count) {
              lost.add(name);
            }
          });
      lost.removeIf(after.said()::contains);
      // Whoever answered twice counts once, and their rows are named by number.
      lost.removeIf(name -> after.said().contains("are the same guest"));
      assertEquals(Set.of(), lost, story);
      for (Person person : rows) {
        assertTrue(
            !person.garbled() || !later.answers() || after.said().contains(person.name()),
            person + " is refused unsaid\n" + story);
      }
    }
  }
}

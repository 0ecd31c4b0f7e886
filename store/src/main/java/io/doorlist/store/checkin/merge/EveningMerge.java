package io.doorlist.store.checkin.merge;

import io.doorlist.domain.Mode;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.checkin.UndoStore;
import io.doorlist.store.checkin.doubles.DoubleAdmissionStore;
import io.doorlist.store.checkin.passage.PassageStore;
import io.doorlist.store.checkin.refusal.RefusalCounts;
import io.doorlist.store.checkin.refusal.Refusals;
import io.doorlist.store.checkin.request.Attempt;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.Write;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Takes over what happened in another table to the same tickets.
 *
 * <p>Implementation notes. A scan that only the other table has is an upload for this one: it gets
 * an id and a time of creation here, keeps door time, phone and, where it can be told, its
 * idempotency key, and is judged like any late upload. So whoever scans here meanwhile disturbs
 * nothing. A scan is known by list, ticket, direction, phone and door time, which a merge keeps, so
 * repeating it, or merging back, finds nothing to do. Each ticket's scans and undos are taken in
 * the order in which they happened there. See ADR 0041.
 */
public final class EveningMerge {
  private static final List<String> FACTS =
      List.of(
          ScanItems.TICKET,
          ScanItems.REFERENCE,
          ScanItems.TYPE,
          ScanItems.REASON,
          "admitted_on",
          "limit",
          "limit_at");

  private final String account;
  private final Dynamo dynamo;
  private final CheckinStore checkins;
  private final PassageStore passages;
  private final UndoStore undoing;
  private final DoubleAdmissionStore doubles;
  private final RefusalCounts counts;

  private final OtherEvening other = new OtherEvening();
  private final ThisEvening here;
  private final LongAdder scansMerged = new LongAdder();
  private final LongAdder doublesMerged = new LongAdder();
  private final LongAdder undosMerged = new LongAdder();
  private final LongAdder refusalsMerged = new LongAdder();
  private final LongAdder undosLeft = new LongAdder();

  /**
   * Creates the merge into an account of this table.
   *
   * @param events reads an event of the account by its slug
   */
  public EveningMerge(
      String account,
      Dynamo dynamo,
      Function<String, Optional<EventDefinition>> events,
      CheckinStore checkins,
      PassageStore passages,
      UndoStore undoing) {
    this.account = account;
    this.dynamo = dynamo;
    this.here = new ThisEvening(account, dynamo, events);
    this.checkins = checkins;
    this.passages = passages;
    this.undoing = undoing;
    this.doubles = new DoubleAdmissionStore(dynamo);
    this.counts = new RefusalCounts(dynamo);
  }

  /**
   * What was taken over.
   *
   * @param scans check-ins, later entries, exits and double admissions
   * @param doubles how many of them are double admissions here
   * @param undosLeft undos that cannot be repeated: the ticket went on, or is in by a scan here
   */
  public record Merged(long scans, long doubles, long undos, long refusals, long undosLeft) {}

  /** Something to do here: take a scan over, or an undo of it. */
  private record Step(MergedScan scan, OtherEvening.Undo undo) {
    long at() {
      return undo == null ? scan.at() : undo.at();
    }
  }

  /** Adds an item of the other table; those that do not tell what happened are left out. */
  public synchronized void add(Item item) {
    other.add(item);
  }

  /**
   * Takes over what this table does not have.
   *
   * @throws CannotMergeException if it is not about the same tickets, or of a time that cannot be
   *     kept; nothing was written then
   */
  public synchronized Merged run() {
    other.events().forEach(here::read);
    Map<MergedScan.Row, MergedScan> byRow = new HashMap<>();
    Set<MergedScan.Name> standing = new HashSet<>();
    for (MergedScan scan : other.scans()) {
      byRow.put(scan.row(), scan);
      if (scan.kind() != MergedScan.Kind.DOUBLE && !scan.undone()) {
        standing.add(scan.name());
      }
    }
    Map<Object, List<Step>> steps = new LinkedHashMap<>();
    List<MergedScan> missing = new ArrayList<>();
    for (MergedScan scan : other.scans()) {
      if (here.scan(scan.name()) == null) {
        missing.add(scan);
        steps.computeIfAbsent(group(scan), any -> new ArrayList<>()).add(new Step(scan, null));
      }
    }
    here.check(missing);
    for (OtherEvening.Undo undo : other.undos()) {
      MergedScan scan = byRow.get(undo.scan());
      MergedScan own = scan == null ? null : here.scan(scan.name());
      // A scan that was sent again after its undo, without a key, has another row that stands.
      if (scan != null && !standing.contains(scan.name()) && (own == null || !own.undone())) {
        steps.computeIfAbsent(group(scan), any -> new ArrayList<>()).add(new Step(scan, undo));
      }
    }
    keep(missing);
    ThisEvening.inParallel(steps.values(), this::all);
    ThisEvening.inParallel(other.refusals(), this::refusal);
    return new Merged(
        scansMerged.sum(),
        doublesMerged.sum(),
        undosMerged.sum(),
        refusalsMerged.sum(),
        undosLeft.sum());
  }

  /** Keeps the keys of which it is certain which missing scan they are of. */
  private void keep(List<MergedScan> missing) {
    Map<OtherEvening.KeyOf, Integer> all = new HashMap<>();
    Map<OtherEvening.KeyOf, Integer> left = new HashMap<>();
    other.scans().forEach(scan -> all.merge(OtherEvening.KeyOf.of(scan), 1, Integer::sum));
    missing.forEach(scan -> left.merge(OtherEvening.KeyOf.of(scan), 1, Integer::sum));
    other.keys().keySet().removeIf(merged -> left.getOrDefault(merged, 0) != 1);
    ThisEvening.inParallel(
        other.keys().entrySet(),
        entry -> {
          // Rows of several lists may have this ordinal; the others' keys are here already, and
          // refer to the ordinals that their rows got here.
          if (all.get(entry.getKey()) > 1) {
            entry.getValue().removeIf(key -> isHere(entry.getKey().tokenId(), key));
          }
        });
    other.keys().values().removeIf(some -> some.size() != 1);
  }

  private boolean isHere(String tokenId, IdempotencyKey key) {
    return dynamo.get(TableSchema.idempotencyKey(account, tokenId, key.digest())).isPresent();
  }

  private static Object group(MergedScan scan) {
    return scan.ticketId() == null
        ? scan.name()
        : List.of(scan.event(), scan.mode(), scan.ticketId());
  }

  /** Takes over all that happened to one ticket. */
  private void all(List<Step> steps) {
    // Undos are the last of a moment already.
    steps.sort(Comparator.comparingLong(Step::at));
    Map<MergedScan.Name, Long> passageIds = new HashMap<>();
    Map<MergedScan.Name, Long> checkinIds = new HashMap<>();
    for (Step step : steps) {
      MergedScan scan = step.scan();
      if (step.undo() != null) {
        MergedScan own = here.scan(scan.name());
        if (own != null && own.kind() != MergedScan.Kind.DOUBLE) {
          (own.kind() == MergedScan.Kind.CHECK_IN ? checkinIds : passageIds)
              .put(
                  scan.name(),
                  CheckinMark.id(here.list(scan), scan.mode(), own.ordinal(), own.index()));
        }
        undo(step, checkinIds.get(scan.name()), passageIds.get(scan.name()));
        continue;
      }
      CheckinOutcome outcome = record(scan, key(scan));
      if (outcome instanceof CheckinOutcome.KeyReused) {
        outcome = record(scan, ownKey(scan));
      }
      switch (outcome) {
        case CheckinOutcome.CheckedIn in -> checkinIds.put(scan.name(), in.checkin().id());
        case CheckinOutcome.Reentered again -> passageIds.put(scan.name(), again.passage().id());
        case CheckinOutcome.CheckedOut out -> passageIds.put(scan.name(), out.passage().id());
        case AdmittedAgain again -> doublesMerged.increment();
        default ->
            throw new IllegalStateException("a scan cannot be taken over: " + outcome.getClass());
      }
      scansMerged.increment();
    }
  }

  private IdempotencyKey key(MergedScan scan) {
    List<IdempotencyKey> known = other.keys().get(OtherEvening.KeyOf.of(scan));
    return known == null ? ownKey(scan) : known.getFirst();
  }

  private static IdempotencyKey ownKey(MergedScan scan) {
    String digest = QrCode.digest(scan.name().toString());
    return new IdempotencyKey("merged-" + digest, digest);
  }

  private CheckinOutcome record(MergedScan scan, IdempotencyKey key) {
    EventDefinition definition = here.event(scan);
    CheckinCommand command = scan.command(key, dynamo.deadline());
    if (scan.isVerdict()) {
      CheckinRequest request = new CheckinRequest(definition, here.list(scan), command);
      Attempt<CheckinOutcome> recorded =
          doubles.record(request, null, facts(scan), new UnknownQrCode(), null);
      return recorded instanceof Attempt.Done<CheckinOutcome> done
          ? done.made()
          : new AdmittedAgain(new UnknownQrCode(), true);
    }
    String code = here.code(scan);
    return scan.exit()
        ? passages.exit(definition, here.list(scan), code, command)
        : checkins.checkInTicket(definition, here.list(scan), code, command);
  }

  /** Returns what a double admission keeps wherever it is. */
  private static Item facts(MergedScan scan) {
    Item all = scan.facts();
    List<String> others = new ArrayList<>(all.names());
    others.removeAll(FACTS);
    return all.without(others.toArray(String[]::new));
  }

  private void undo(Step step, Long checkin, Long passage) {
    MergedScan scan = step.scan();
    EventDefinition definition = here.event(scan);
    UndoCommand command =
        new UndoCommand(
            scan.mode(),
            step.undo().tokenId(),
            step.undo().tokenName(),
            Role.DESK,
            dynamo.deadline());
    Long found = passage == null && checkin == null ? here.passage(scan) : passage;
    UndoOutcome outcome =
        checkin != null
            ? undoing.undo(definition, here.list(scan), checkin, command)
            : found != null
                ? passages.undo(definition, here.list(scan), found, command)
                : UndoOutcome.HAS_PASSAGES;
    (outcome == UndoOutcome.UNDONE
            ? undosMerged
            : outcome == UndoOutcome.NOT_FOUND ? new LongAdder() : undosLeft)
        .increment();
  }

  /** Keeps a refusal and, if it is not here yet, counts it in its minute. */
  private void refusal(Item item) {
    if (dynamo.write(Write.put(item).ifAbsent())) {
      counts.add(
          account,
          item.key().parts().get(1),
          item.number(Refusals.LIST),
          Worded.read(Mode.class, item.text(Refusals.MODE)),
          item.text(ScanItems.REASON),
          ScanItems.time(item, Refusals.WHEN),
          dynamo.deadline());
      refusalsMerged.increment();
    }
  }
}

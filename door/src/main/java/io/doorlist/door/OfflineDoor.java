package io.doorlist.door;

import io.doorlist.door.CodeFacts.OrderStatus;
import io.doorlist.door.CodeFacts.TicketCode;
import io.doorlist.door.rules.ListRule.Guest;
import io.doorlist.door.rules.PastEntries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A door without a network: it decides by its copy alone. */
public record OfflineDoor(ListFacts list, DoorArea area, CodeDigest digest, DoorCopy copy) {
  private static final long MILLIS = 1000;

  /** By how much the times of one passage differ at most: the phone's, and the server's. */
  private static final long SLIP_MILLIS = 10 * MILLIS;

  /**
   * Passages of a ticket that the phone recorded and its copies may not show yet: at the list, and
   * at the other lists of its area.
   */
  public record Own(List<Passage> here, List<Passage> elsewhere) {
    public static final Own NONE = new Own(List.of(), List.of());

    public Own {
      here = List.copyOf(here);
      elsewhere = List.copyOf(elsewhere);
    }

    public List<Passage> all() {
      List<Passage> all = new ArrayList<>(here);
      all.addAll(elsewhere);
      return all;
    }
  }

  /** Creates a door of a list that is an area of its own and lets each ticket in once. */
  public OfflineDoor(ListFacts list, CodeDigest digest, DoorCopy copy) {
    this(list, DoorArea.NONE, digest, copy);
  }

  /**
   * Decides.
   *
   * @param others doors of the same event whose copies the phone has too: a code that is only in
   *     their copies is at the wrong door
   * @param epochSecond when the code was scanned
   */
  public Verdict decide(String code, List<OfflineDoor> others, long epochSecond) {
    return decide(code, others, Own.NONE, epochSecond);
  }

  /** Decides, knowing what the phone recorded of this ticket in the area. */
  public Verdict decide(String code, List<OfflineDoor> others, Own own, long epochSecond) {
    List<CopiedTicket> meant = meant(digest.of(code), epochSecond);
    if (meant.size() > 1) {
      return new Verdict.Refused(Reason.AMBIGUOUS);
    }
    CodeFacts facts =
        meant.stream()
            .findFirst()
            .<CodeFacts>map(ticket -> facts(ticket, true, others, own, epochSecond))
            .or(
                () ->
                    elsewhere(code, others)
                        .map(ticket -> facts(ticket, false, others, own, epochSecond)))
            .orElseGet(CodeFacts.UnknownCode::new);
    if (facts instanceof CodeFacts.UnknownCode && isMainElsewhere(code, others)) {
      return new Verdict.Refused(Reason.WRONG_LIST);
    }
    return DoorRule.decide(facts, list, epochSecond);
  }

  /**
   * Finds the tickets that a code stands for at this time, of those that the list admits: more than
   * one if the code is ambiguous.
   */
  private List<CopiedTicket> meant(long code, long epochSecond) {
    return AddonMatch.byTime(copy.findAll(code), CopiedTicket::window, epochSecond);
  }

  /** Finds the ticket that a code stands for at this time, if it is one that the list admits. */
  public Optional<CopiedTicket> find(String code, long epochSecond) {
    List<CopiedTicket> meant = meant(digest.of(code), epochSecond);
    return meant.size() == 1 ? Optional.of(meant.getFirst()) : Optional.empty();
  }

  /**
   * Returns the digests of all codes that stand for the same ticket as this one: its own, and that
   * of the ticket that it is an add-on to.
   */
  public Set<Long> sameTicket(String code, long epochSecond) {
    Set<Long> same = new HashSet<>(Set.of(digest.of(code)));
    find(code, epochSecond)
        .ifPresent(
            ticket -> {
              same.add(ticket.digest());
              if (ticket.main() != null
                  && meant(ticket.main(), epochSecond).equals(List.of(ticket))) {
                same.add(ticket.main());
              }
            });
    return same;
  }

  /** Returns whether another list, or this one, leads into the same area as this. */
  public boolean leadsWhere(OfflineDoor other) {
    return other == this || other.area.sameAs(area);
  }

  private static Optional<CopiedTicket> elsewhere(String code, List<OfflineDoor> others) {
    return others.stream()
        .flatMap(other -> other.copy.find(other.digest.of(code)).stream())
        .findFirst();
  }

  /** Returns whether another list lets an add-on in by this code, whose ticket is in no copy. */
  private static boolean isMainElsewhere(String code, List<OfflineDoor> others) {
    return others.stream().anyMatch(other -> !other.copy.findAll(other.digest.of(code)).isEmpty());
  }

  /**
   * Returns the state of a code's ticket in the area, by passages that the phone recorded, too;
   * that of a ticket without passages if no copy has the code.
   */
  public Presence presence(
      String code, List<OfflineDoor> others, List<Passage> own, long epochSecond) {
    List<Passage> all = new ArrayList<>(own);
    find(code, epochSecond)
        .or(() -> elsewhere(code, others))
        .ifPresent(ticket -> all.addAll(passages(ticket.id(), others)));
    return PassageFold.presence(all, area.emptying()).at(endOf(epochSecond), area.emptying());
  }

  private List<Passage> passages(long ticketId, List<OfflineDoor> others) {
    List<Passage> all = new ArrayList<>(copy.passages(ticketId, area.reentry()));
    for (OfflineDoor other : others) {
      if (other.area.sameAs(area)) {
        all.addAll(other.copy.passages(ticketId, other.area.reentry()));
      }
    }
    return all;
  }

  /** What happened in the same second has happened before. */
  private static long endOf(long epochSecond) {
    return epochSecond * MILLIS + MILLIS - 1;
  }

  /**
   * A ticket in a copy is valid and its order is confirmed, otherwise it would not be in the copy.
   * A ticket that moved to another list after its check-in here is still checked in here.
   */
  private TicketCode facts(
      CopiedTicket ticket,
      boolean admittedHere,
      List<OfflineDoor> others,
      Own own,
      long epochSecond) {
    return new TicketCode(
        area.tracked()
            ? inSince(ticket, others, own.all(), epochSecond)
            : copy.inSince(ticket.id()),
        admittedHere,
        false,
        false,
        OrderStatus.CONFIRMED,
        ticket.window(),
        new Guest(ticket.type(), null, history(ticket, own.here(), epochSecond)));
  }

  private PastEntries history(CopiedTicket ticket, List<Passage> own, long epochSecond) {
    List<Passage> copied = copy.passages(ticket.id(), area.reentry());
    List<Passage> all = new ArrayList<>(copied);
    for (Passage mine : own) {
      Optional<Passage> shown =
          copied.stream()
              .filter(each -> each.exit() == mine.exit())
              .filter(each -> Math.abs(each.at() - mine.at()) <= SLIP_MILLIS)
              .min(Comparator.comparingLong(each -> Math.abs(each.at() - mine.at())));
      if (shown.isPresent()) {
        copied.remove(shown.get());
      } else {
        all.add(mine);
      }
    }
    return PassageFold.history(all, area.emptying(), endOf(epochSecond));
  }

  private long inSince(
      CopiedTicket ticket, List<OfflineDoor> others, List<Passage> own, long epochSecond) {
    List<Passage> all = new ArrayList<>(own);
    all.addAll(passages(ticket.id(), others));
    Passage entry = new Passage(endOf(epochSecond), 0, false, area.reentry());
    Presence presence = PassageFold.presence(all, area.emptying());
    return presence.entries() == 0 || PassageFold.admits(all, entry, area.emptying())
        ? TicketCode.NOT_IN
        : Math.floorDiv(presence.since(), MILLIS);
  }
}

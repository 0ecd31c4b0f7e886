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

/** A door without a network, which decides by its copy alone. */
public record OfflineDoor(ListFacts list, DoorArea area, CodeDigest digest, DoorCopy copy) {
  private static final long MILLIS = 1000;

  /** The times that phone and server have for the same passage differ by at most this. */
  private static final long SLIP_MILLIS = 10 * MILLIS;

  /**
   * An entry or exit that the phone has withdrawn, and that its copy may still show. In the copy,
   * its door time is in this range.
   */
  public record Withdrawn(long fromMillis, long untilMillis, boolean exit) {
    private boolean has(Passage passage) {
      return passage.exit() == exit && fromMillis <= passage.at() && passage.at() <= untilMillis;
    }
  }

  /**
   * What the phone itself did with a ticket, which its copies may not show yet. These are passages
   * at the list, passages at other lists of its area, and passages at any of these lists that the
   * phone has withdrawn.
   */
  public record Own(List<Passage> here, List<Passage> elsewhere, List<Withdrawn> withdrawn) {
    public static final Own NONE = new Own(List.of(), List.of());

    public Own {
      here = List.copyOf(here);
      elsewhere = List.copyOf(elsewhere);
      withdrawn = List.copyOf(withdrawn);
    }

    /** Creates the record of a phone that has withdrawn nothing. */
    public Own(List<Passage> here, List<Passage> elsewhere) {
      this(here, elsewhere, List.of());
    }

    private List<Passage> standing(List<Passage> copied) {
      List<Passage> standing = new ArrayList<>(copied);
      standing.removeIf(each -> withdrawn.stream().anyMatch(gone -> gone.has(each)));
      return standing;
    }

    public List<Passage> all() {
      List<Passage> all = new ArrayList<>(here);
      all.addAll(elsewhere);
      return all;
    }
  }

  /** Creates the door of a list that has its area to itself and lets each ticket in once. */
  public OfflineDoor(ListFacts list, CodeDigest digest, DoorCopy copy) {
    this(list, DoorArea.NONE, digest, copy);
  }

  /**
   * Decides about a code by the copies alone.
   *
   * @param others doors of the same event whose copies the phone also has. A code that is only in
   *     their copies is at the wrong door
   * @param epochSecond when the code was scanned
   */
  public Verdict decide(String code, List<OfflineDoor> others, long epochSecond) {
    return decide(code, others, Own.NONE, epochSecond);
  }

  /** Decides about a code by the copies, and by what this phone itself did with the ticket. */
  public Verdict decide(String code, List<OfflineDoor> others, Own own, long epochSecond) {
    List<CopiedTicket> meant = meant(digest.of(code), epochSecond);
    if (meant.size() > 1) {
      return new Verdict.Refused(Reason.AMBIGUOUS);
    }
    CodeFacts facts =
        known(meant, code, others)
            .<CodeFacts>map(ticket -> facts(ticket, !meant.isEmpty(), others, own, epochSecond))
            .orElseGet(CodeFacts.UnknownCode::new);
    if (facts instanceof CodeFacts.UnknownCode && isMainElsewhere(code, others)) {
      return new Verdict.Refused(Reason.WRONG_LIST);
    }
    return DoorRule.decide(facts, list, epochSecond);
  }

  /**
   * Finds the ticket of this list that a code stands for at this time, or several if the code is
   * ambiguous.
   */
  private List<CopiedTicket> meant(long code, long epochSecond) {
    return AddonMatch.byTime(copy.findAll(code), CopiedTicket::window, epochSecond);
  }

  /**
   * Finds the ticket that a code stands for at this time. It is empty if the list does not admit
   * it, or if the code is ambiguous.
   */
  public Optional<CopiedTicket> find(String code, long epochSecond) {
    List<CopiedTicket> meant = meant(digest.of(code), epochSecond);
    return meant.size() == 1 ? Optional.of(meant.get(0)) : Optional.empty();
  }

  /**
   * Returns the digests of all codes that stand for the same ticket as this code. For an add-on,
   * this includes the code of the ticket that it belongs to.
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

  /** Returns whether a list, possibly this one, leads into the same area as this one. */
  public boolean leadsWhere(OfflineDoor other) {
    return other == this || other.area.sameAs(area);
  }

  /**
   * Returns the ticket that the code stands for here, or else the ticket that has this code at
   * another list.
   */
  private static Optional<CopiedTicket> known(
      List<CopiedTicket> meant, String code, List<OfflineDoor> others) {
    return meant.isEmpty()
        ? others.stream()
            .map(other -> other.copy.find(other.digest.of(code)))
            .filter(Optional::isPresent)
            .map(Optional::get)
            .findFirst()
        : Optional.of(meant.get(0));
  }

  /**
   * Returns whether at another list this code stands for an add-on. The caller has checked that the
   * ticket with the code itself is in no copy.
   */
  private static boolean isMainElsewhere(String code, List<OfflineDoor> others) {
    return others.stream().anyMatch(other -> !other.copy.findAll(other.digest.of(code)).isEmpty());
  }

  /**
   * Returns the state of a code's ticket in the area. Passages that this phone recorded count, too.
   * If no copy has the code, only these count.
   */
  public Presence presence(
      String code, List<OfflineDoor> others, List<Passage> own, long epochSecond) {
    List<Passage> all = new ArrayList<>(own);
    List<CopiedTicket> meant = meant(digest.of(code), epochSecond);
    known(meant.size() == 1 ? meant : List.of(), code, others)
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

  /**
   * Returns the end of a second, so that everything in the same second as the scan counts as
   * earlier.
   */
  private static long endOf(long epochSecond) {
    return epochSecond * MILLIS + MILLIS - 1;
  }

  /**
   * Returns what is known about a ticket in a copy. Only valid tickets of confirmed orders are in a
   * copy, so none is void or blocked. A ticket that moved to another list after its check-in here
   * is still checked in here.
   */
  private TicketCode facts(
      CopiedTicket ticket,
      boolean admittedHere,
      List<OfflineDoor> others,
      Own own,
      long epochSecond) {
    return new TicketCode(
        area.tracked() ? inSince(ticket, others, own, epochSecond) : inSince(ticket, own),
        admittedHere,
        false,
        false,
        OrderStatus.CONFIRMED,
        ticket.window(),
        new Guest(ticket.type(), null, history(ticket, own, epochSecond)));
  }

  private PastEntries history(CopiedTicket ticket, Own own, long epochSecond) {
    List<Passage> copied = own.standing(copy.passages(ticket.id(), area.reentry()));
    List<Passage> all = new ArrayList<>(copied);
    for (Passage mine : own.here()) {
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

  private long inSince(CopiedTicket ticket, Own own) {
    return own.withdrawn().isEmpty()
        ? copy.inSince(ticket.id())
        : own.standing(copy.passages(ticket.id(), area.reentry())).stream()
            .filter(each -> !each.exit())
            .mapToLong(each -> Math.floorDiv(each.at(), MILLIS))
            .max()
            .orElse(TicketCode.NOT_IN);
  }

  private long inSince(CopiedTicket ticket, List<OfflineDoor> others, Own own, long epochSecond) {
    List<Passage> all = own.standing(passages(ticket.id(), others));
    all.addAll(own.all());
    Passage entry = new Passage(endOf(epochSecond), 0, false, area.reentry());
    Presence presence = PassageFold.presence(all, area.emptying());
    return presence.entries() == 0 || PassageFold.admits(all, entry, area.emptying())
        ? TicketCode.NOT_IN
        : Math.floorDiv(presence.since(), MILLIS);
  }
}

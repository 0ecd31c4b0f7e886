package io.doorlist.door;

import io.doorlist.door.CodeFacts.OrderStatus;
import io.doorlist.door.CodeFacts.TicketCode;
import io.doorlist.door.rules.ListRule.Guest;
import java.util.List;
import java.util.Optional;

/**
 * A door that decides by its copy alone.
 *
 * @param list what the definition of the list decides
 * @param digest of the list and mode
 * @param copy what is known about the list
 */
public record CopyDoor(ListFacts list, CodeDigest digest, DoorCopy copy) {
  /**
   * Decides.
   *
   * @param others doors of the same event whose copies the phone has too: a code that is only in
   *     their copies is at the wrong door
   * @param epochSecond when the code was scanned
   */
  public Verdict decide(String code, List<CopyDoor> others, long epochSecond) {
    CodeFacts facts =
        find(code)
            .<CodeFacts>map(ticket -> facts(ticket, true))
            .or(
                () ->
                    others.stream()
                        .flatMap(other -> other.find(code).stream())
                        .findFirst()
                        .map(ticket -> facts(ticket, false)))
            .orElseGet(CodeFacts.UnknownCode::new);
    return DoorRule.decide(facts, list, epochSecond);
  }

  /** Finds the ticket that has a code, if the list admits it. */
  public Optional<CopiedTicket> find(String code) {
    return copy.find(digest.of(code));
  }

  /**
   * A ticket in a copy is valid and its order is confirmed, otherwise it would not be in the copy.
   * A ticket that moved to another list after its check-in here is still checked in here.
   */
  private TicketCode facts(CopiedTicket ticket, boolean admittedHere) {
    return new TicketCode(
        copy.inSince(ticket.id()),
        admittedHere,
        false,
        ticket.blocked(),
        OrderStatus.CONFIRMED,
        ticket.window(),
        new Guest(ticket.type(), null, copy.history(ticket.id())));
  }
}

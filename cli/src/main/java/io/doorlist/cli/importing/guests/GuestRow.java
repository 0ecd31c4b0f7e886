package io.doorlist.cli.importing.guests;

import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.DeskNote;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A guest as a row of a list describes them. Texts that the row does not have are {@code null}.
 *
 * @param place where the row is
 * @param persons how many people the row is for, including the guest
 * @param answers what each deciding column says
 * @param companions the names of companions, as far as the row has them
 * @param createdAt when the ticket was ordered, if the file says it
 * @param customer who ordered the ticket
 * @param note what staff should know; {@code null} if the row does not say it
 * @param shown what every door shows of the guest and the companions; {@code null} if the list has
 *     no such columns
 */
record GuestRow(
    Place place,
    String code,
    String reference,
    String order,
    String name,
    String email,
    String phone,
    String type,
    Admission admission,
    int persons,
    List<ColumnAnswer> answers,
    List<String> companions,
    Instant createdAt,
    Customer customer,
    Map<String, String> responses,
    GuestNote note,
    List<DeskNote.Shown> shown) {
  GuestRow {
    answers = List.copyOf(answers);
    companions = List.copyOf(companions);
  }

  /** Returns whether its sheet has a column that says who comes in. */
  boolean decided() {
    return !answers.isEmpty();
  }

  /** Returns whether every deciding column of the row has an answer, be it yes or no. */
  boolean answered() {
    return answers.stream().allMatch(ColumnAnswer::given);
  }

  /**
   * Returns the name of one of its people.
   *
   * @param number 1 for the guest, and more for companions
   */
  String nameOf(int number) {
    if (number == 1 || number - 2 < companions.size()) {
      return number == 1 ? name : companions.get(number - 2);
    }
    return name == null ? null : name + " +" + (number - 1);
  }

  /**
   * Returns the name of a companion as it is in the list; {@code null} if the list only counts
   * companions.
   */
  String companion(int number) {
    return number - 2 < companions.size() ? companions.get(number - 2) : null;
  }

  /** Returns whether its code is for several people, so that it becomes the order's code. */
  boolean groupCode() {
    return code != null && persons > 1;
  }
}

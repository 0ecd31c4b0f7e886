package io.doorlist.cli.importing.guests;

import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.DeskNote;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A row of a guest list, understood. Texts that are not there are {@code null}.
 *
 * @param place its row
 * @param persons how many it lets in
 * @param answers what each column says that decides who comes in
 * @param companions the names of the others, as far as it has them
 * @param createdAt when it was ordered, if the file says it
 * @param customer who ordered
 * @param note what staff should know; {@code null} if the row does not say it
 * @param shown what every door shows of all its people; {@code null} if the list says nothing of it
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

  /** Returns whether a column of its sheet says who comes in. */
  boolean decided() {
    return !answers.isEmpty();
  }

  /** Returns whether it says that the guest comes, or does not. */
  boolean answered() {
    return answers.stream().allMatch(ColumnAnswer::given);
  }

  /** Returns the name of one of its people; the guest is 1. */
  String nameOf(int number) {
    if (number == 1 || number - 2 < companions.size()) {
      return number == 1 ? name : companions.get(number - 2);
    }
    return name == null ? null : name + " +" + (number - 1);
  }

  /** Returns the name of a companion as the list has it; {@code null} if it only counts them. */
  String companion(int number) {
    return number - 2 < companions.size() ? companions.get(number - 2) : null;
  }

  /** Returns whether its code is one for several people, which is an order's. */
  boolean groupCode() {
    return code != null && persons > 1;
  }
}

package io.doorlist.domain.order;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Who placed an order; every text may be unknown ({@code null}), the address is at least {@link
 * Address#UNKNOWN}.
 */
public record Customer(
    String firstName,
    String lastName,
    String email,
    String phoneNumber,
    String companyName,
    String taxId,
    Address address) {
  public static final Customer UNKNOWN =
      new Customer(null, null, null, null, null, null, Address.UNKNOWN);

  /** Names in Chinese, Japanese and Korean. */
  private static final Pattern FAMILY_FIRST =
      Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}々ー]+");

  public Customer {
    Objects.requireNonNull(address, "address");
  }

  /** Returns the whole name as its script writes it; empty if it is unknown. */
  public String name() {
    return Objects.toString(joined(firstName, lastName), "");
  }

  /**
   * Joins both parts of a name; scripts that write the family name first write no blank.
   *
   * @return {@code null} if both parts are
   */
  public static String joined(String first, String last) {
    if (first == null || last == null) {
      return first == null ? last : first;
    }
    boolean familyFirst = FAMILY_FIRST.matcher(first + last).matches();
    return familyFirst ? last + first : first + " " + last;
  }

  Customer withCompany(String company) {
    return new Customer(firstName, lastName, email, phoneNumber, company, taxId, address);
  }
}

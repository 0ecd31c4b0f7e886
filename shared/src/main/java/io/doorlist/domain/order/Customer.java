package io.doorlist.domain.order;

import java.util.Objects;

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

  public Customer {
    Objects.requireNonNull(address, "address");
  }

  Customer withCompany(String company) {
    return new Customer(firstName, lastName, email, phoneNumber, company, taxId, address);
  }
}

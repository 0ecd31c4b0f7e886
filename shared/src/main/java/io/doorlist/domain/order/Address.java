package io.doorlist.domain.order;

/** A billing address; every part may be unknown ({@code null}). */
public record Address(
    String address,
    String city,
    String stateProvinceRegion,
    String postalCode,
    String country,
    String countryCode) {
  public static final Address UNKNOWN = new Address(null, null, null, null, null, null);
}

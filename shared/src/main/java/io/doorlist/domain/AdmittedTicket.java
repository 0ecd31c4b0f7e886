package io.doorlist.domain;

/**
 * A ticket as a check-in list shows it (contract 2.5).
 *
 * @param ticketType slug of its type; answers show the type's name
 */
public record AdmittedTicket(
    String qrCodeIdentifier, String reference, long id, String ticketType) {}

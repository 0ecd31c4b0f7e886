package io.doorlist.phone;

/**
 * What staff must see: the service would have refused a guest whom the phone let in, or has the
 * scan of somebody who is in as withdrawn. It stays until it is dismissed.
 *
 * @param scan whose it is
 * @param reason why, in the words of the API
 * @param reference of the ticket; empty if the answer does not name it
 */
public record Notice(DoorScan scan, String reason, String reference) {}

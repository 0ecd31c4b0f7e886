package io.doorlist.phone;

/**
 * A notice that staff must see. The service would have refused a guest whom the phone let in, or it
 * had already withdrawn the scan of a guest who is in. It stays until it is dismissed.
 *
 * @param scan the guest's scan
 * @param reason why the guest should not be in, in the words of the API
 * @param reference reference of the ticket; empty if the answer does not name it
 */
public record Notice(DoorScan scan, String reason, String reference) {}

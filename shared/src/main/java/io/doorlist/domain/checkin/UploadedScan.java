package io.doorlist.domain.checkin;

/**
 * A scan that a device decided by itself, and now tells of.
 *
 * @param command by the device, with a key
 */
public record UploadedScan(String qrToken, CheckinCommand command) {}

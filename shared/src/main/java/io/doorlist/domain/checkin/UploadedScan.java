package io.doorlist.domain.checkin;

/** A scan that a device decided by itself, and now tells of. */
public record UploadedScan(String qrToken, CheckinCommand command) {}

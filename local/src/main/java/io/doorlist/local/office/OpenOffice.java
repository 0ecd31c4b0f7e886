package io.doorlist.local.office;

/** An {@link Office}, and the keys by which it knows who may use it. */
public record OpenOffice(Office office, OfficeKeys keys) {}

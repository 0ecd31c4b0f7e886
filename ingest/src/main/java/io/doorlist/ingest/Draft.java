package io.doorlist.ingest;

import io.doorlist.domain.Order;

/**
 * What an order shall be.
 *
 * @param stored as it is
 * @param order as it shall be
 * @param placement where it and its tickets stand before lists say otherwise: tickets that come
 *     from other orders bring their places along
 */
record Draft(StoredOrder stored, Order order, Placement placement) {}

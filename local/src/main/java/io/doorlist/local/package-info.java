/**
 * The API on one machine, for development and tests. {@link io.doorlist.local.template.Template}
 * reads template.yaml, and {@link io.doorlist.local.LocalHost} serves the API as API Gateway and
 * Lambda would, over the table that it is given.
 *
 * <p>The only part of Doorlist that this module depends on is the table. Each function is loaded
 * from its package by its own class loader, so what runs is what would be deployed.
 *
 * <p>There are some differences from AWS. One instance of a function serves any number of calls at
 * a time, and no call waits for a cold start. On loopback, no request to the API is throttled.
 * Queues have no dead letters. Paths do not begin with the stage.
 */
package io.doorlist.local;

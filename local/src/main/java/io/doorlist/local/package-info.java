/**
 * The API on one machine, for development and tests. {@link io.doorlist.local.template.Template}
 * reads template.yaml, {@link io.doorlist.local.dynamodb.LocalDynamo} is the table, and {@link
 * io.doorlist.local.LocalHost} serves the API over it as API Gateway and Lambda would.
 *
 * <p>Nothing of Doorlist is on this module's class path: each function is loaded from its package,
 * by a class loader of its own, so what runs is what would be deployed.
 *
 * <p>Not as on AWS: one instance of a function serves any number of calls at a time, nothing is
 * throttled, functions are never started cold by a call, queues are in memory and have no dead
 * letters, and the first segment of a path is not the stage.
 */
package io.doorlist.local;

/**
 * The API on one machine, for development and tests. {@link io.doorlist.local.template.Template}
 * reads template.yaml, and {@link io.doorlist.local.LocalHost} serves the API as API Gateway and
 * Lambda would, over the table that it is given.
 *
 * <p>Of Doorlist this module knows the table alone: each function is loaded from its package, by a
 * class loader of its own, so what runs is what would be deployed.
 *
 * <p>Some of it is not as on AWS. One instance of a function serves any number of calls at a time,
 * and no call starts a function cold. Nothing is throttled, queues have no dead letters, and the
 * first segment of a path is not the stage.
 */
package io.doorlist.local;

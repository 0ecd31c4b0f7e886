/**
 * What keeps the table's items. {@link io.doorlist.local.dynamodb.engine.Engine} is all that others
 * see; all code that uses DynamoDB Local's internals to make it fast and safe is here.
 */
package io.doorlist.local.dynamodb.engine;

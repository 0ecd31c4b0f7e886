/**
 * What keeps the table's items. {@link io.doorlist.local.dynamodb.engine.Engine} is all that others
 * see; what makes DynamoDB Local fast and safe by reaching into its insides is here and nowhere
 * else.
 */
package io.doorlist.local.dynamodb.engine;

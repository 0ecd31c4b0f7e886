/** The table: DynamoDB Local in this process, over HTTP. */
package io.doorlist.local.dynamodb;

/** What makes DynamoDB Local faster by reaching into its insides, and nothing else does. */
package io.doorlist.local.dynamodb.fast;

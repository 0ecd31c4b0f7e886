/** What a partition key of a table gives each second by AWS's published rules, in numbers only. */
package io.doorlist.local.throughput;

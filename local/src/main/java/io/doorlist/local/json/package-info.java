/** JSON as maps and lists, and AWS services that speak it. */
package io.doorlist.local.json;

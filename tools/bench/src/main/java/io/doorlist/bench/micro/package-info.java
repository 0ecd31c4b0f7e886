/**
 * What the command {@code micro} hands to JMH, which finds it by annotations and makes classes of
 * it that must see it.
 */
package io.doorlist.bench.micro;

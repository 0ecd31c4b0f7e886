/**
 * The benchmarks of the command {@code micro}. JMH finds them by annotations and generates classes
 * that must have access to them.
 */
package io.doorlist.bench.micro;

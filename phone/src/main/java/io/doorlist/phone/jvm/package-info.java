/**
 * The library for apps that check people in, on a JVM or on Android 8 and newer. {@link
 * io.doorlist.phone.jvm.Phone} is all that an app needs. Arguments and results are never {@code
 * null}. An unknown value is an empty text, 0 or an empty list.
 */
package io.doorlist.phone.jvm;

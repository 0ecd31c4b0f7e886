/**
 * The door for apps on a JVM or on Android 8 and newer: {@link io.doorlist.phone.jvm.Phone} is all
 * that an app needs. Nothing is ever {@code null}, neither what you give nor what you get: what is
 * not known is an empty text, 0 or an empty list.
 */
package io.doorlist.phone.jvm;

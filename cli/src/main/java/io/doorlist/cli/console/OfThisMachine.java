package io.doorlist.cli.console;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a method that means the time zone of this machine; elsewhere the build refuses that. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface OfThisMachine {}

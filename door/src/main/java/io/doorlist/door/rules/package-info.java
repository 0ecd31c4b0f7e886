/**
 * The shop's rules of a list: JSON logic with pretix's operators and variables, read into a tree,
 * judged, and explained when they refuse. Plain Java that the server runs and the page compiles.
 */
package io.doorlist.door.rules;

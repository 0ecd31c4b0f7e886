/**
 * The shop's rules of a list: JSON logic with pretix's operators and variables. Rules are read into
 * a tree, judged, and explained when they refuse. The code is plain Java that runs on the server
 * and is also compiled for the page.
 */
package io.doorlist.door.rules;

/** The use cases of an organiser with an event, and the page of one machine that offers them. */
package io.doorlist.cli.office;

/** What an organiser does with an event, as values, and the page of one machine that shows it. */
package io.doorlist.cli.office;

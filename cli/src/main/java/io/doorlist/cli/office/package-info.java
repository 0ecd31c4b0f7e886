/** What an organiser can do with an event, and the page on one machine that offers it. */
package io.doorlist.cli.office;

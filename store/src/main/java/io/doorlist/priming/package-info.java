/** Makes functions ready before Lambda takes a snapshot of them. See ADR 0020. */
package io.doorlist.priming;

/** Functions with a hole in them, to see whether the suite notices. */
package io.doorlist.acceptance.planted;

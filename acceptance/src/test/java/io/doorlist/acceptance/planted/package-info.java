/** Functions with planted holes, to check that the suite finds them. */
package io.doorlist.acceptance.planted;

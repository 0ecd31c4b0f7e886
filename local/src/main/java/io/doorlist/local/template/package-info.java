/** Reads template.yaml: routes, functions, authorizer, triggers, table, as data. */
package io.doorlist.local.template;

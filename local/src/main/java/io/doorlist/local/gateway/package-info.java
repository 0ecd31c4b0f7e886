/** What API Gateway does with a request: routes, authorizer, its own answers, HTTP. */
package io.doorlist.local.gateway;

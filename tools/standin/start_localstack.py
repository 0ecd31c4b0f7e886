"""Starts LocalStack, and adds what its free edition lacks and Doorlist needs. It asks authorizers, and answers with the API's
gateway responses. Its streams keep empty maps, whose type DynamoDB Local loses. It pulls no images for functions, because the engine
has them.
"""
import json
import re
import time

from localstack.aws.connect import connect_to
from localstack.http import Response
from localstack.services.apigateway.next_gen.execute_api import gateway_response as responses, handlers
from localstack.services.apigateway.next_gen.execute_api.handlers.gateway_exception import GatewayExceptionHandler
from localstack.services.lambda_.event_source_mapping.pollers.dynamodb_poller import DynamoDBPoller
from localstack.services.lambda_.invocation import docker_runtime_executor

# The answers of authorizers, each with the time until which it is valid.
remembered = {}


def allowed(policy, arn):
    """Returns whether a policy allows a call, and does not deny it as well."""
    effects = set()
    for statement in policy["Statement"]:
        resources = statement["Resource"]
        for each in resources if isinstance(resources, list) else [resources]:
            pattern = "".join({"*": ".*", "?": "."}.get(letter, re.escape(letter)) for letter in each)
            if re.fullmatch(pattern, arn, re.DOTALL):
                effects.add(statement["Effect"])
    return effects == {"Allow"}


def authorize(_chain, context, _response):
    """Handles a request as API Gateway does with a token authorizer."""
    if context.resource_method.get("authorizationType") != "CUSTOM":
        return
    authorizer = context.deployment.rest_api.authorizers[context.resource_method["authorizerId"]]
    headers = {name.lower(): value for name, value in context.invocation_request["headers"].items()}
    token = headers.get(authorizer["identitySource"].removeprefix("method.request.header.").lower())
    expression = authorizer.get("identityValidationExpression")
    if not token or expression and not re.fullmatch(expression, token):
        raise responses.UnauthorizedError("Unauthorized")
    request = context.invocation_request["http_method"] + context.invocation_request["path"]
    arn = f"arn:aws:execute-api:{context.region}:{context.account_id}:{context.api_id}/{context.stage}/{request}"
    answer = asked(context, authorizer, token, arn)
    if not allowed(answer["policyDocument"], arn):
        raise responses.AccessDeniedError("denied")
    context.context_variables["authorizer"] = {"principalId": answer["principalId"], **answer.get("context", {})}


def asked(context, authorizer, token, arn):
    """Returns the answer of the authorizer's function about a token. It may be a recent one."""
    until, answer = remembered.get((authorizer["id"], token), (0, None))
    if until > time.monotonic():
        return answer
    function = re.search("functions/(.+)/invocations", authorizer["authorizerUri"]).group(1)
    client = connect_to(aws_access_key_id=context.account_id, region_name=context.region).lambda_
    said = client.invoke(FunctionName=function, Payload=json.dumps({"type": "TOKEN", "authorizationToken": token, "methodArn": arn}))
    answer = json.loads(said["Payload"].read())
    if "FunctionError" in said:
        if answer.get("errorMessage") == "Unauthorized":
            raise responses.UnauthorizedError("Unauthorized")
        raise responses.AuthorizerFailureError(None)
    remembered[authorizer["id"], token] = time.monotonic() + int(authorizer["authorizerResultTtlInSeconds"]), answer
    return answer


def respond(handler, exception, context):
    """Answers an exception with the body, the headers and the status of the API's gateway response."""
    said = responses.get_gateway_response_or_default(exception.type, context.deployment.rest_api.gateway_responses)
    body = (said.get("responseTemplates") or {}).get("application/json")
    if not body:
        return respond_plainly(handler, exception, context)
    request = context.context_variables["requestId"]
    headers = {"Content-Type": "application/json", "x-amzn-ErrorType": exception.code}
    for name, value in (said.get("responseParameters") or {}).items():
        headers[name.removeprefix("gatewayresponse.header.")] = request if value == "context.requestId" else value.strip("'")
    status = said.get("statusCode") or exception.status_code or 500
    return Response(response=body.replace("$context.requestId", request), headers=headers, status=status)


def with_empty_maps(value):
    if isinstance(value, dict):
        return {name: {"M": {}} if each == {} and name != "M" else with_empty_maps(each) for name, each in value.items()}
    return [with_empty_maps(each) for each in value] if isinstance(value, list) else value


def events(poller, records, shard_id):
    for record in records:
        for image in {"OldImage", "NewImage"} & record["dynamodb"].keys():
            record["dynamodb"][image] = with_empty_maps(record["dynamodb"][image])
    return events_plainly(poller, records, shard_id)


respond_plainly, events_plainly = GatewayExceptionHandler.create_exception_response, DynamoDBPoller.transform_into_events
handlers.preprocess_request.append(authorize)
GatewayExceptionHandler.create_exception_response = respond
DynamoDBPoller.transform_into_events = events
docker_runtime_executor._ensure_runtime_image_present = lambda image, platform: None

if __name__ == "__main__":
    from localstack.runtime.main import main
    main()

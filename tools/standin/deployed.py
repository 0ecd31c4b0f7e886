"""deployed.py STACK TEMPLATE: adds the template's gateway responses to the API of a stack. Prints the API's id and the table's name.

The stand-ins import an API's routes and authorizers, but not its gateway responses.
"""
import pathlib
import sys

import boto3
from samcli.yamlhelper import yaml_dump, yaml_parse


def responses(template):
    """Yields the gateway responses of a template in the form that API Gateway takes. Headers that depend on parameters are left out."""
    for kind, each in template["Resources"]["Api"]["Properties"]["GatewayResponses"].items():
        headers = each.get("ResponseParameters", {}).get("Headers", {})
        yield {
            "responseType": kind, "statusCode": str(each["StatusCode"]), "responseTemplates": each.get("ResponseTemplates", {}),
            "responseParameters": {f"gatewayresponse.header.{name}": value for name, value in headers.items() if isinstance(value, str)}}


def main(stack, source):
    template = yaml_parse(yaml_dump(yaml_parse(pathlib.Path(source).read_text())))
    [made] = boto3.client("cloudformation").describe_stacks(StackName=stack)["Stacks"]
    outputs = {each["OutputKey"]: each["OutputValue"] for each in made["Outputs"]}
    api = outputs["ApiUrl"].removeprefix("https://").split(".")[0]
    client = boto3.client("apigateway")
    for each in responses(template):
        client.put_gateway_response(restApiId=api, **each)
    client.create_deployment(restApiId=api, stageName="v1")
    print(api, outputs["TableName"])


main(*sys.argv[1:])

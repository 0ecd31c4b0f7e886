"""aws.py PORT: replaces AWS on the loopback interface until it is ended.

It is moto's server, and adds what our stack needs of CloudFormation and moto lacks. These are SAM's transform, the refusal of
wrong parameters, aliases of functions, and stages and routes of APIs. A version whose description changes is replaced, too.
"""
import base64
import json
import logging
import sys

import boto3
from moto.apigateway.models import RestAPI, apigateway_backends
from moto.awslambda import models as awslambda
from moto.awslambda.models import EventSourceMapping, LambdaVersion
from moto.awslambda.utils import get_backend
from moto.cloudformation import models
from moto.cloudformation.exceptions import ValidationError
from moto.cloudformation.parsing import ResourceMap, resource_class_from_type
from moto.core.common_models import CloudFormationModel
from moto.server import DomainDispatcherApplication, create_backend_app
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from werkzeug.serving import run_simple

from refusals import refusal

REGION = "eu-west-1"


def transformed(template, given):
    """Returns a template after SAM's transform. It may refuse the template."""
    if "Transform" not in template:
        return template
    reason = refusal(template, given)
    if reason:
        raise ValidationError(message=reason)
    values = {name: each.get("Default") for name, each in template.get("Parameters", {}).items()} | given
    # The translator changes its input.
    copy = json.loads(json.dumps(template, default=str))
    return Translator({}, Parser(), boto_session=boto3.Session(region_name=REGION)).translate(copy, values)


def transform_stacks():
    """Adds the transform where moto reads a template, which is in stacks and in change sets."""
    parse, update = models.Stack.parse_template, models.Stack.update

    def transform(self):
        self.template_dict = transformed(parse(self.template), dict(self.parameters or {}))

    def update_with_parameters(stack, template, role_arn=None, parameters=None, tags=None):
        stack.parameters = parameters or stack.parameters
        update(stack, template, role_arn, parameters, tags)

    apply = models.ChangeSet.apply

    def apply_with_outputs(changes):
        for name, resource in changes.template_dict["Resources"].items():
            alias = changes.stack.resource_map._parsed_resources.get(name)
            if isinstance(alias, Alias) and "UpdatePolicy" in resource and alias.was_moved():
                raise ValidationError(message=f"{name}: CodeDeploy fails, as the alias was moved by hand")
        apply(changes)
        stack = changes.stack
        stack.template, stack.template_dict, stack.parameters = changes.template, changes.template_dict, changes.parameters
        stack.output_map = stack._create_output_map()

    models.ChangeSet.apply = apply_with_outputs
    models.Stack._parse_template = models.ChangeSet._parse_template = transform
    models.Stack.update = update_with_parameters


def keep_what_was_made():
    """RetainExceptOnCreate means Retain as soon as the stack exists."""
    delete = ResourceMap.delete

    def delete_all_but_retained(self):
        for resource in self._resource_json_map.values():
            if resource.get("DeletionPolicy") == "RetainExceptOnCreate":
                resource["DeletionPolicy"] = "Retain"
        delete(self)

    ResourceMap.delete = delete_all_but_retained


def pass_over_what_was_not_made():
    """A resource that a condition leaves out is None in a stack's resources, and moto fails when it searches them."""
    models.Stack.stack_resources = property(
        lambda stack: [each for each in stack.resource_map.values() if hasattr(each, "logical_resource_id")])


class Made:
    """A type of resource that moto's CloudFormation lacks. moto finds it as a subclass of its model."""

    @classmethod
    def cloudformation_type(cls):
        return cls.TYPE

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        return cls(cloudformation_json["Properties"], account_id, region_name, False)

    @classmethod
    def update_from_cloudformation_json(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
        return cls(cloudformation_json["Properties"], account_id, region_name, True)


class Alias(Made, CloudFormationModel):
    # moto finds the service of a class by its module.
    __module__ = "moto.cloudformation"
    TYPE = "AWS::Lambda::Alias"

    def __init__(self, members, account_id, region_name, there):
        backend = get_backend(account_id, region_name)
        change = backend.update_alias if there else backend.create_alias
        self.alias = change(members["Name"], members["FunctionName"], str(members["FunctionVersion"]), None, None)
        self.physical_resource_id, self.version = self.alias.arn, self.alias.function_version

    def was_moved(self):
        """Returns whether somebody else moved the alias. CloudFormation lets CodeDeploy move it on from the version that it set."""
        return self.alias.function_version != self.version


class Stage(Made, CloudFormationModel):
    __module__ = "moto.cloudformation"
    TYPE = "AWS::ApiGateway::Stage"

    def __init__(self, members, account_id, region_name, _):
        self.physical_resource_id = members["StageName"]
        api = apigateway_backends[account_id][region_name].get_rest_api(members["RestApiId"])
        api.stages.pop(members["StageName"], None)
        # In moto a deployment has no physical id, so a reference is the deployment itself.
        deployment = getattr(members["DeploymentId"], "id", members["DeploymentId"])
        api.create_stage(members["StageName"], deployment, None, "", None, None, None, None)


def import_apis():
    """Gives an API the routes of its body."""
    create = RestAPI.create_from_cloudformation_json.__func__

    def put(api, cloudformation_json, account_id, region_name):
        body = cloudformation_json["Properties"]["Body"]
        for methods in body["paths"].values():
            for method in methods.values():
                if method["x-amazon-apigateway-integration"]["type"] == "mock":
                    # moto requires these.
                    method["x-amazon-apigateway-integration"] |= {"uri": "mock", "httpMethod": "POST"}
        backend = apigateway_backends[account_id][region_name]
        return backend.put_rest_api(api.id, body, fail_on_warnings=False, mode="overwrite")

    def create_with_routes(cls, resource_name, cloudformation_json, account_id, region_name, **arguments):
        api = create(cls, resource_name, cloudformation_json, account_id, region_name, **arguments)
        put(api, cloudformation_json, account_id, region_name)
        return api

    def import_again(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
        return put(original_resource, cloudformation_json, account_id, region_name)

    RestAPI.create_from_cloudformation_json = classmethod(create_with_routes)
    RestAPI.update_from_cloudformation_json = classmethod(import_again)


def replace_versions():
    """A version cannot be changed. CloudFormation publishes another one, and updates what refers to it."""
    def publish_another(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
        if not original_resource.settled:
            return original_resource
        return cls.create_from_cloudformation_json(new_resource_name, cloudformation_json, account_id, region_name)

    difference = ResourceMap.build_resource_diff

    def with_dependents(self, other_template, parameters=None):
        actions = difference(self, other_template, parameters)
        resources = other_template["Resources"]
        # moto sees that a Ref has a new parameter value, but not that a Sub has one.
        changed = [name for name, value in (parameters or {}).items() if self.input_parameters.get(name) != value]
        actions["Modify"] += [name for name, resource in resources.items()
                              if name not in actions["Add"] + actions["Modify"]
                              and any("${" + each + "}" in json.dumps(resource) for each in changed)]
        for resource in self._parsed_resources.values():
            if isinstance(resource, LambdaVersion):
                resource.settled = True
        versions = [name for name in actions["Modify"] if resources[name]["Type"] == "AWS::Lambda::Version"]
        for name, resource in resources.items():
            if name not in actions["Add"] + actions["Modify"] and any(f'"{each}"' in json.dumps(resource) for each in versions):
                actions["Modify"].append(name)
        # A condition may have left a resource out, and moto would lose resources that it cannot
        # change.
        kinds = {name: resource_class_from_type(resources[name]["Type"]) for name in actions["Modify"]}
        actions["Modify"] = [name for name, kind in kinds.items() if name in self._parsed_resources and kind
                             and not hasattr(kind.update_from_cloudformation_json, "__isabstractmethod__")]
        # moto creates new resources first, but a new version must be one of the changed function.
        new = [name for name in actions["Add"] if resources[name]["Type"] == "AWS::Lambda::Version"]
        actions["Add"] = [name for name in actions["Add"] if name not in new]
        actions["Modify"] += new
        # A function gets its new settings before the version that contains them is published.
        actions["Modify"].sort(key=lambda name: ORDER.get(resources[name]["Type"], 0))
        return actions

    LambdaVersion.settled = False
    LambdaVersion.has_cfn_attr = classmethod(lambda cls, attribute: attribute == "Version")
    LambdaVersion.get_cfn_attribute = lambda version, attribute: version.version
    LambdaVersion.update_from_cloudformation_json = classmethod(publish_another)
    ResourceMap.build_resource_diff = with_dependents


def replace_event_sources():
    """An event source mapping cannot change its source, so CloudFormation makes another one."""
    change = EventSourceMapping.update_from_cloudformation_json.__func__

    def change_or_replace(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name):
        if cloudformation_json["Properties"]["EventSourceArn"] == original_resource.event_source_arn:
            return change(cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name)
        get_backend(account_id, region_name).delete_event_source_mapping(original_resource.uuid)
        return cls.create_from_cloudformation_json(new_resource_name, cloudformation_json, account_id, region_name)

    EventSourceMapping.update_from_cloudformation_json = classmethod(change_or_replace)


ORDER = {"AWS::Lambda::Version": 1, "AWS::Lambda::Alias": 2}


def name_bytes():
    """A stream's record may contain bytes. In a function's input they are Base64, but moto does not convert them."""
    class Text:
        def __getattr__(self, name):
            return getattr(json, name)

        @staticmethod
        def dumps(value):
            return json.dumps(value, default=lambda octets: base64.b64encode(octets).decode())

    awslambda.json = Text()


if __name__ == "__main__":
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    transform_stacks()
    keep_what_was_made()
    pass_over_what_was_not_made()
    import_apis()
    replace_versions()
    replace_event_sources()
    name_bytes()
    run_simple("127.0.0.1", int(sys.argv[1]), DomainDispatcherApplication(create_backend_app), threaded=True)

"""Compares docs/deployer.json, the policy for people who deploy, with AWS's own schemas. These say what it takes to make, change and
delete each type of resource in the template. .ci/lint runs it, with the schemas and the template after SAM's transform.

    deployer.py TRANSLATED.json [POLICY.json]
"""
import fnmatch
import json
import pathlib
import sys

import cfnlint

TOP = pathlib.Path(__file__).resolve().parents[2]

# Patterns of actions that the schemas name and the policy leaves out, with the reasons. They are for parts of resources that
# the template does not have.
NOT_GIVEN = {
    "the table has no replicas, and who deploys reads no guests": [
        "dynamodb:BatchWriteItem", "dynamodb:*Item", "dynamodb:Query", "dynamodb:Scan", "dynamodb:*TableReplica"],
    "the table is not imported and sends no copies elsewhere": [
        "dynamodb:ImportTable", "dynamodb:*KinesisStreamingDestination", "kinesis:*", "dynamodb:UpdateContributorInsights"],
    "only the list of an account names them": ["dynamodb:ListTables", "sns:ListTopics", "iam:ListRoles"],
    "the table has no policy of its own": ["dynamodb:PutResourcePolicy", "dynamodb:DeleteResourcePolicy"],
    "functions are in no network": ["ec2:*", "elasticfilesystem:*", "s3files:*"],
    "logs go nowhere else": ["firehose:*", "logs:PutBearerTokenAuthentication", "logs:CreateLogStream", "logs:PutLogEvents"],
    "logs have no rules beyond their retention": [
        "logs:*DataProtectionPolicy", "logs:*IndexPolicy", "logs:DeleteResourcePolicy", "logs:PutLogGroupDeletionProtection"],
    "no role has a boundary": ["iam:*RolePermissionsBoundary"],
    "your own key has a policy of its own": ["kms:*"],
    "budgets are of this account": ["billing:*"],
    "no signature is asked for, and there is no provider of capacity": ["lambda:GetCodeSigningConfig", "lambda:PassCapacityProvider"],
    "functions have no layers": ["lambda:GetLayerVersion"],
    "it is no action that a policy knows": ["s3:REST.PUT.OBJECT", "s3:GetObjectMetadata"],
}


def needed(types):
    """Returns the actions that AWS's handlers of these types call, each with one of its types."""
    found, left = {}, set(types)
    for file in (pathlib.Path(cfnlint.__file__).parent / "data/schemas/resources").glob("*.json"):
        schema = json.loads(file.read_text())
        if schema.get("typeName") in left:
            left.discard(schema["typeName"])
            for handler in schema["handlers"].values():
                for action in handler["permissions"]:
                    found.setdefault(action, schema["typeName"])
    if left:
        raise SystemExit(f"deployer: no schema says what these need: {sorted(left)}")
    return found


def matches(action, patterns):
    return any(fnmatch.fnmatchcase(action.lower(), pattern.lower()) for pattern in patterns)


def main():
    template = json.loads(pathlib.Path(sys.argv[1]).read_text())
    policy = json.loads(pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else TOP / "docs/deployer.json").read_text())
    allowed = [action for statement in policy["Statement"] for action in statement["Action"]]
    not_given = [action for actions in NOT_GIVEN.values() for action in actions]
    calls = needed({resource["Type"] for resource in template["Resources"].values()})
    wrong = [f"{action}, for {kind}" for action, kind in sorted(calls.items())
             if not matches(action, allowed) and not matches(action, not_given)]
    wrong += [f"{pattern} is allowed and nothing needs it" for pattern in allowed
              if not any(matches(action, [pattern]) for action in [*calls, *BESIDE])]
    wrong += [f"{pattern} is not given and nothing asks for it" for pattern in not_given
              if not any(matches(action, [pattern]) for action in calls)]
    for each in wrong:
        print("deployer: " + each)
    if wrong:
        raise SystemExit(1)


# What sam and doctor call in addition to CloudFormation.
BESIDE = ["cloudformation:CreateChangeSet", "s3:PutObject", "lambda:GetAccountSettings", "acm:DescribeCertificate"]

if __name__ == "__main__":
    main()

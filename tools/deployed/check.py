"""Deploys, uses, changes, rolls back and deletes a stack as docs/operations.md says. The stand-in for AWS is aws.py.

check.py --game-day: loses the table, and restores it as docs/operations.md says.
"""
import base64
import collections
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

import boto3
from moto.cloudformation import models

import documented
from refusals import refusal
from trial import Process, ask, free_port, wait_for

TOP = pathlib.Path(__file__).resolve().parents[2]
STACK = "doorlist-dev"
# The stack that the docs name, beside the other one.
PROD = "doorlist-prod"
SAMPLE = TOP / "tools/bench/sample.ndjson"
# The machine's architecture does not matter here. sam needs a bucket by name, because it finds its
# own one by tags of stacks, which moto does not keep.
DEPLOY = ["sam", "deploy", "--no-resolve-s3", "--s3-bucket", "packages", "--no-progressbar"]
DEV = ["DeletionProtection=false", "LogRetentionDays=7"]
QR_BASE_URL = "QrBaseUrl=https://tickets.example.org/t"


class Check:
    def __init__(self, work, port):
        self.work = work
        self.port = port
        self.began = time.monotonic()
        self.environment = os.environ | {
            "AWS_ENDPOINT_URL": f"http://localhost:{port}", "AWS_ACCESS_KEY_ID": "local",
            "AWS_SECRET_ACCESS_KEY": "local", "SAM_CLI_TELEMETRY": "0",
            # Without a stack or a table, commands look for an `up`, and another one may run on this
            # machine.
            "XDG_CACHE_HOME": str(work / "cache")}
        for name in ("DOORLIST_STACK", "DOORLIST_TABLE", "AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION"):
            self.environment.pop(name, None)
        # The region is set as docs/operations.md says. If the page forgets something, this fails.
        exports = re.search(r"^export (.*)$", (TOP / "docs/operations.md").read_text(), re.MULTILINE).group(1).split()
        self.environment |= dict(each.split("=") for each in exports if not each.startswith("DOORLIST_STACK"))

    def client(self, service):
        return boto3.client(service, endpoint_url=self.environment["AWS_ENDPOINT_URL"], region_name="eu-west-1",
                            aws_access_key_id="local", aws_secret_access_key="local")

    def run(self, *command, status=0):
        """Runs a command in the folder of the deployment and returns its output."""
        done = subprocess.run(command, cwd=self.work, env=self.environment, capture_output=True, text=True, timeout=600)
        if done.returncode != status:
            sys.exit(f"deployed: {' '.join(command)} ends with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
        return done.stdout + done.stderr

    def doorlist(self, *arguments, status=0):
        return self.run(str(TOP / "doorlist"), *arguments, status=status)

    def deploy(self, *parameters, status=0):
        return self.run(*DEPLOY, "--config-env", "dev", "--parameter-overrides", *DEV, *parameters, status=status)

    def outputs(self, stack=STACK):
        [stack] = self.client("cloudformation").describe_stacks(StackName=stack)["Stacks"]
        return {each["OutputKey"]: each["OutputValue"] for each in stack["Outputs"]}

    def functions(self):
        """Returns the configuration of every function's version behind `live`, by logical id."""
        functions = self.client("lambda")
        return {name.removeprefix(STACK + "-").rsplit("-", 1)[0]: functions.get_function(FunctionName=name, Qualifier="live")
                for name in self.function_names()}

    def function_names(self):
        """Returns the names of the stack's functions. They begin with the name of the stack."""
        names = [each["FunctionName"] for each in self.client("lambda").list_functions()["Functions"]]
        return [name for name in names if name.startswith(STACK + "-")]

    def items(self, table):
        """Returns all items of a table."""
        return sorted(json.dumps(each, sort_keys=True, default=bytes.hex) for each in self.client("dynamodb").scan(TableName=table)["Items"])

    def versions(self):
        return {name: int(each["Configuration"]["Version"]) for name, each in self.functions().items()}

    def say(self, what):
        print(f"deployed: {time.monotonic() - self.began:5.1f} s  {what}", flush=True)


def expect(condition, what):
    if not condition:
        sys.exit(f"deployed: FAILED: {what}")


def answer(method, url, token=None):
    """Asks again while the host is busy. On a busy machine, the first call of a function takes longer than it may."""
    for _ in range(10):
        status, body = ask(method, url, token)
        if status != 503:
            break
        time.sleep(1)
    return status, body


def refused(check):
    """Checks that placeholders of samconfig.toml are refused, and parameters that exclude each other."""
    said = check.run(*DEPLOY, "--config-env", "prod", "--no-confirm-changeset", status=1)
    expect("QrBaseUrl" in said and "must be an address" in said, f"prod is deployed as it stands: {said[-400:]}")
    # CloudFormation uses the stack of a refused change set again. moto makes another stack of the same name.
    check.client("cloudformation").delete_stack(StackName=PROD)
    template = models.Stack.parse_template((TOP / "template.yaml").read_text())
    for wrong, words in {
            "DomainName=door.example.org": "come together", "CertificateArn=arn:aws:acm:x": "come together",
            "AlarmEmail=WHO-HEARS-ALARMS": "an address such as", "DeletionProtection=true": "QrBaseUrl is printed on tickets",
            "AllowedOrigins=https://a.example/": "must be origins",
            "TableSuffix=-good": "come together", "ReservedConcurrency=29": "at least 30", "TableSuffix=good": "must be a dash",
            "SnapStart=no": "is refused", "MonthlyBudget=50": "needs AlarmEmail"}.items():
        said = refusal(template, {"DeletionProtection": "false"} | dict([wrong.split("=", 1)]))
        expect(words in str(said), f"{wrong} is not refused: {said}")
    expect(refusal(template, {"DeletionProtection": "false"}) is None, "the defaults are refused")
    check.say("prod's placeholders and wrong parameters are refused")


def fits(shape, value):
    """Checks that AWS's own description of a call knows these words. The client itself checks only members and types."""
    if shape.type_name == "structure":
        return all(fits(shape.members[name], each) for name, each in value.items())
    if shape.type_name == "list":
        return all(fits(shape.member, each) for each in value)
    return not getattr(shape, "enum", None) or value in shape.enum


def budgeted(check):
    """Creates the template's budget in moto by the call that CloudFormation makes, because moto's CloudFormation makes no budgets."""
    members = models.Stack.parse_template((TOP / "template.yaml").read_text())["Resources"]["Budget"]["Properties"]
    text = json.dumps(members).replace('{"Ref": "MonthlyBudget"}', '"50"').replace('{"Ref": "AlarmEmail"}', '"door@example.org"')
    call = {"AccountId": "123456789012"} | json.loads(text)
    call["Budget"]["BudgetName"] = "door"
    budgets = check.client("budgets")
    expect(fits(budgets.meta.service_model.operation_model("CreateBudget").input_shape, call), f"AWS knows no such budget: {call}")
    budgets.create_budget(**call)
    [made] = budgets.describe_budgets(AccountId=call["AccountId"])["Budgets"]
    expect(made["BudgetLimit"] == {"Amount": "50", "Unit": "USD"}, f"the budget is {made}")
    check.say("the budget is one that AWS's description of the call takes")


def deployed(check):
    check.deploy()
    versions = check.versions()
    expect(len(versions) >= 7 and set(versions.values()) == {1}, f"not every function has a first version: {versions}")
    apis = check.client("apigateway")
    [api] = apis.get_rest_apis()["items"]
    stages = [each["stageName"] for each in apis.get_stages(restApiId=api["id"])["item"]]
    expect(stages == ["v1"], f"stages {stages}")
    sent = check.client("cloudformation").get_template(StackName=STACK, TemplateStage="Original")["TemplateBody"]
    sent = sent if isinstance(sent, str) else json.dumps(sent)
    expect(not re.search(r"[:\[-] [*&][a-z]|<<:", sent), "sam sends anchors, which CloudFormation does not know")
    check.say(f"a new stack has {len(versions)} functions and the one stage {stages[0]}")


def used(check, stack=STACK):
    table = check.outputs(stack)["TableName"]
    check.doorlist("import", "--stack", stack, str(SAMPLE))
    token = json.loads(check.doorlist(
        "token", "create", "--json", "--account", "acme", "--name", "Gate 1", "--stack", stack).splitlines()[0])["token"]
    check.say("an event is imported, and a token made, by the stack's name")
    return table, token


def live(check):
    """Checks that the versions behind `live` are the packages that were built."""
    template = (TOP / "template.yaml").read_text()
    for name, function in check.functions().items():
        uri = re.search(rf"\n  {name}:\n(?:    .*\n|\n)*?      CodeUri: (\S+)", template).group(1)
        built = base64.b64encode(hashlib.sha256((TOP / uri).read_bytes()).digest()).decode()
        expect(function["Configuration"]["CodeSha256"] == built, f"{name} is not {uri}")


@contextlib.contextmanager
def lists(check, table):
    """Serves the stack's table with its packages, as moto runs functions only in containers. Yields the address of the lists."""
    live(check)
    java = subprocess.run(
        ["bash", "-c", f"root={TOP}; . {TOP}/tools/launch.sh; find_jdk"], capture_output=True, text=True, check=True).stdout.strip()
    host = Process(
        [f"{java}/bin/java", "--enable-native-access=ALL-UNNAMED", "-cp", f"{TOP}/cli/target/cli/*", str(TOP / "tools/deployed/Host.java"),
         str(TOP / "template.yaml"), f"http://127.0.0.1:{check.port}", table], check.work / "host.log", **check.environment).start()
    try:
        url = wait_for("the host", lambda: re.search(r"^http\S+$", host.out.read_text(), re.MULTILINE), 120, host.out.read_text)
        yield url.group() + "/acme/spring-gala/checkin_lists"
    finally:
        host.end()
        host.out.unlink()


def doctor(check, said, *arguments):
    """Runs doctor, and expects lines that begin like these. It finds that moto has no log role and makes no alarms."""
    lines = check.doorlist("doctor", "--stack", STACK, *arguments, status=1).splitlines()
    for beginning in said:
        expect(any(line.startswith(beginning) for line in lines), f"doctor does not say {beginning!r}: {lines}")


def examined(check):
    well = ["ok     credentials: ", f"ok     stack: {STACK} is ", "ok     table: ", "ok     stream: ", "ok     format: ",
            "ok     functions: ", "ok     CheckinRate: ", "ok     write units: "]
    # moto's CloudFormation makes no alarms, and ignores these two settings of a table.
    lacking = ["wrong  log role: ", "wrong  alarms: ", "wrong  expiry: ", "wrong  recovery: "]
    doctor(check, [*well, *lacking, "ok     event source WebhookRecorderFunctionChanges"], "--people", "20000")
    check.say("the doctor finds what is there, and names what moto lacks")


def door(check, table, token):
    with lists(check, table) as url:
        expect(answer("GET", url, "nobody")[0] == 401, "a wrong token is let in")
        status, body = answer("GET", url, token)
        expect(status == 200 and json.loads(body)["meta"]["total_count"] == 2, f"the lists answer {status}")
        first = json.loads(body)["checkin_lists"][0]["id"]
        status, body = answer("GET", f"{url}/{first}/tickets", token)
        code = json.loads(body)["tickets"][0]["qr_code_identifier"]
        at = f"{url}/{first}/tickets/{code}/checkins"
        once, (again, problem) = answer("POST", at, token)[0], answer("POST", at, token)
        expect([once, again] == [201, 409], f"a check-in and the same again answer {once} and {again}")
        doctor(check, ["ok     pages: ", "ok     clock: ", "ok     locked: "], "--url", url.removesuffix("/acme/spring-gala/checkin_lists"))
    check.say("a ticket is let in once by the deployed packages, on the deployed table")
    return at.removeprefix(url), json.loads(problem)["request_id"]


def documents(check):
    """The docs name prod, so it exists beside dev. Their commands must not reach dev."""
    documented.left_out()
    check.run(*DEPLOY, "--config-env", "prod", "--no-confirm-changeset", "--parameter-overrides", QR_BASE_URL,
              "AlarmEmail=door@example.org")
    table, token = used(check, PROD)
    _, refused = door(check, table, token)
    own = check.outputs()["TableName"]
    before = check.items(own)
    folder = check.work / "documented"
    folder.mkdir()
    done, left = documented.type_all(check, folder, SAMPLE, refused)
    check.say(f"{done} commands of the docs were typed as they are printed; not typed:")
    for reason, number in collections.Counter(left).items():
        print(f"deployed:          {number}: {reason}", flush=True)
    # The first deployment is that of dev, with a token of its own.
    changed = set(check.items(own)).symmetric_difference(before)
    others = [each for each in changed if "First token" not in each]
    expect(check.outputs()["TableName"] == own and not others, f"what the docs type on {PROD} has changed {STACK}: {others}")
    expect(changed, f"the docs make no token on {STACK}")
    check.say(f"all of it was typed on {PROD}, and {STACK} has a first token, and else is as it was")


def parameter(check):
    before = check.versions()
    check.deploy(QR_BASE_URL, "AlarmEmail=door@example.org", "MonthlyBudget=50")
    after = check.functions()
    for name, function in after.items():
        settings = function["Configuration"]["Environment"]["Variables"]
        expect(settings["QR_BASE_URL"] == "https://tickets.example.org/t", f"{name} has not heard of QrBaseUrl")
        expect(int(function["Configuration"]["Version"]) == before[name] + 1, f"{name} was not published")
    check.deploy(QR_BASE_URL)
    expect(check.versions() == {name: number + 1 for name, number in before.items()}, "a version for nothing")
    check.say("a parameter's new value is in the version behind live, of every function, and no value brings none")


def edit(check):
    """Checks that files from `sam build` are not deployed later."""
    check.run("sam", "build", "--config-env", "dev")
    template = check.work / "template.yaml"
    text = template.read_text()
    template.write_text(text.replace("MemorySize: 1769", "MemorySize: 2048"))
    check.deploy(QR_BASE_URL)
    sizes = {each["Configuration"]["MemorySize"] for each in check.functions().values()}
    expect(sizes == {2048}, f"after sam build the edited template is not deployed: {sizes}")
    check.say("an edit after sam build is deployed")
    return text


def back(check, good):
    functions = check.client("lambda")
    [name] = [name for name in check.function_names() if "CheckinLists" in name]
    numbers = [each["Version"] for each in functions.list_versions_by_function(FunctionName=name)["Versions"]]
    functions.update_alias(FunctionName=name, Name="live", FunctionVersion=numbers[-2])
    live = functions.get_function(FunctionName=name, Qualifier="live")["Configuration"]
    expect(live["MemorySize"] == 1769, f"the alias is on {live['Version']}")
    (check.work / "template.yaml").write_text(good)
    said = check.deploy(QR_BASE_URL, status=1)
    expect("moved by hand" in said, f"CodeDeploy moves an alias that is elsewhere: {said[-400:]}")
    check.deploy(QR_BASE_URL, "CodeDeploy=false")
    sizes = {each["Configuration"]["MemorySize"] for each in check.functions().values()}
    expect(sizes == {1769}, f"rolled back to {sizes}")
    check.say("rolled back: the alias at once, the stack by deploying the good template without CodeDeploy")


def deleted(check, table):
    check.run("sam", "delete", "--no-prompts", "--stack-name", STACK, "--region", "eu-west-1")
    expect(check.function_names() == [], "functions outlive the stack")
    expect(table in check.client("dynamodb").list_tables()["TableNames"], "the table went with the stack")
    check.say("the stack is deleted and the table is kept")


def lost_table(check, table, token, checkin):
    """Orders were corrupted. The stack gets the table of the minute before, as "Restore the table" describes."""
    dynamodb = check.client("dynamodb")
    before = dynamodb.scan(TableName=table)["Items"]
    dynamodb.restore_table_to_point_in_time(SourceTableName=table, TargetTableName=f"{table}-good", UseLatestRestorableTime=True)
    for item in before:
        dynamodb.delete_item(TableName=table, Key={"pk": item["pk"], "sk": item["sk"]})
    export = check.doorlist("export", "--account", "acme", "--table", f"{table}-good", "--region", "eu-west-1")
    expect('"kind":"order"' in export, "the restored table has no orders")
    settings = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    stream = dynamodb.update_table(TableName=f"{table}-good", StreamSpecification=settings)["TableDescription"]["LatestStreamArn"]
    before_it = check.versions()
    check.deploy("TableSuffix=-good", f"TableStreamArn={stream}")
    for name, function in check.functions().items():
        used = function["Configuration"]["Environment"]["Variables"]["TABLE_NAME"]
        expect(used == f"{table}-good" and int(function["Configuration"]["Version"]) == before_it[name] + 1, f"{name} uses {used}")
    sources = {each["EventSourceArn"] for each in check.client("lambda").list_event_source_mappings()["EventSourceMappings"]}
    expect(stream in sources, f"the recorder reads {sources}")
    expect(check.outputs()["TableName"] == f"{table}-good", "the command line does not follow")
    after = dynamodb.scan(TableName=f"{table}-good")["Items"]
    key = lambda item: json.dumps(item, sort_keys=True, default=bytes.hex)
    expect(sorted(map(key, before)) == sorted(map(key, after)), "the table is not what it was")
    with lists(check, f"{table}-good") as url:
        expect(answer("POST", url + checkin, token)[0] == 409, "who was in is not in any more")
    check.deploy()
    expect(check.outputs()["TableName"] == f"{table}-good", "a later deployment forgets the restored table")
    check.deploy('TableSuffix=""', 'TableStreamArn=""')
    expect(check.outputs()["TableName"] == table, "there is no way back to the old table")
    check.say("game day: the stack has the restored table, who was in is in, and it could go back")


def main():
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for name in ("template.yaml", "samconfig.toml"):
            shutil.copy(TOP / name, work)
        (work / "functions").symlink_to(TOP / "functions")
        check = Check(work, port)
        aws = Process([sys.executable, str(TOP / "tools/deployed/aws.py"), str(port)], work / "aws.log", **check.environment).start()
        try:
            wait_for("the stand-in", lambda: socket.create_connection(("127.0.0.1", port)))
            check.client("s3").create_bucket(Bucket="packages", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
            refused(check)
            budgeted(check)
            deployed(check)
            table, token = used(check)
            examined(check)
            checkin, _ = door(check, table, token)
            if sys.argv[1:] == ["--game-day"]:
                lost_table(check, table, token, checkin)
                return
            documents(check)
            parameter(check)
            good = edit(check)
            back(check, good)
            deleted(check, table)
        finally:
            aws.end()


main()

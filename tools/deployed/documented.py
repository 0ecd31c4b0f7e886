"""Types every command in the docs at the stack of check.py. Reports which ones it did not type, and why.

As a program, it prints the scripts and builds of this repository that the docs name, but neither .ci/run nor .ci/night runs. Each
has a reason. It fails if one is missing.

A fenced block says what it is. `sh` has commands, and `crontab` has commands with five fields before them. `console` has commands after
`$ `, their further lines after `> `, and their output. Other blocks (`json`, `ndjson`, `python`, `java`, `text`) have no commands. The
blocks of a page are typed in order, into one shell.
"""
import json
import os
import pathlib
import re
import subprocess

TOP = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)

# Placeholders and values of an operator's own, with what is typed instead.
PLACEHOLDERS = {
    "/opt/doorlist": ".",
    "/var/tmp/": "./",
    # A stack that works, so nothing of it may be deleted.
    "STACK": "doorlist-dev",
    "FUNCTION": "OrdersFunction",
    "N": "1",
    "TIME": '"$(date -u +%FT%TZ)"',
    "STREAM": '"$(stream StreamArn)"',
    "SHARD": '"$(stream "Shards[0].ShardId")"',
    "START": '"$(stream "Shards[0].SequenceNumberRange.StartingSequenceNumber")"',
    "WEBHOOK": """"$(./doorlist webhook list --account acme | grep -o 'wh_[^ ]*' | head -n 1)\"""",
    "WEBHOOK_EVENT": "1",
    "FILE...": "all.ndjson.gz",
    "BACKUP": """"$(aws dynamodb create-backup --table-name "$table" --backup-name one --query BackupDetails.BackupArn --output text)\"""",
}

# What a shell has before the first command of a page.
SHELL = """
export DOORLIST_STACK=doorlist-prod
resource() { aws cloudformation describe-stack-resource --stack-name "$DOORLIST_STACK" --logical-resource-id "$1" \
  --query StackResourceDetail.PhysicalResourceId --output text; }
stream() { aws dynamodbstreams describe-stream --query "StreamDescription.$1" --output text --stream-arn \
  "$(aws dynamodb describe-table --table-name "$(resource Table)" --query Table.LatestStreamArn --output text)"; }
"""
BEFORE = """
gzip -c sample.ndjson >all.ndjson.gz
cp all.ndjson.gz delta.ndjson.gz
echo '{"kind":"account","slug":"other","name":"Other"}' | ./doorlist import -
"""

# How commands end that cannot succeed here, by their beginnings: the status, and a part of the
# output.
ENDS_OTHERWISE = {
    # moto's stream feeds no recorder, so there is no webhook event.
    "./doorlist webhook redeliver": (1, "no webhook event"),
    # moto has no log role and makes no alarms.
    "./doorlist doctor": (1, "log role"),
    # This cleans up after a first deployment that failed, but here it succeeded.
    "aws cloudformation describe-stacks": (1, ""),
    # Here the other table is the same one, so it has the account's events already.
    "./doorlist import --stack doorlist-prod --region eu-west-1 acme-evening": (1, "here already"),
    # This is the second way to restore, and the first has made the table.
    "aws dynamodb restore-table-from-backup": (255, "already exists"),
}

# Commands that are not typed, by their beginnings, with the reasons. Their programs, modules and
# tests must exist nevertheless.
NOT_TYPED = {
    "aws sqs start-message-move-task": "neither moto nor ministack moves dead letters",
    "aws logs get-query-results": "moto runs no query over a log; typed by tools/standin/operate",
    "aws apigateway flush-stage-authorizers-cache": "neither moto nor ministack forgets an authorizer's answers on demand",
    "aws lambda invoke": "moto runs functions in containers only; typed by tools/standin/operate",
    "aws cloudwatch set-alarm-state": "moto's CloudFormation makes no alarms; typed by tools/standin/operate",
    "curl -fsS -m 20": "asks a host that has a name, and a service that misses pings; typed by tools/standin/operate",
    "curl -fsS -H": "asks the stack's own address, which is none on moto; typed by tools/standin/operate",
    "url=$(aws": "names that address",
    "unset DOORLIST_STACK": "the rest of the page is about the stack",
    "./doorlist import acme-before": "is for ./doorlist up on a laptop; .ci/newcomer imports there",
    "aws cloudtrail put-event-selectors": "there is no trail here",
    "git checkout": "would change the sources that are tried here",
    "sam deploy": "typed by check.py, with a bucket that moto's sam finds",
    "./doorlist webhook test": "sends to the internet; typed by WebhookCommandTest",
    "./doorlist up": "runs until it is ended; typed by .ci/newcomer and UpCommandTest",
    "./doorlist backup": "copies the data of ./doorlist up; typed by UpCommandTest",
    "mkdir evening": "restores a backup; typed by UpCommandTest",
    "cp /media": "restores a backup; typed by UpCommandTest",
    "cp -r /media": "restores a backup; typed by UpCommandTest",
    "./doorlist pair": "pairs with ./doorlist up --lan; typed by UpCommandTest",
    "./doorlist follow": "follows a shop until it is ended; typed by PollingLoopTest",
    "PRETIX_API_TOKEN=": "follows a shop until it is ended; typed by PollingLoopTest",
    "SMTP_PASSWORD=": "sends to the internet; typed by MailServerTest",
    "./doorlist --help": "typed by DoorlistTest",
    "podman": "wants a container engine; typed by tools/archive/image --check",
    "url=": "names a host with demo data; typed by tools/clients/run",
    "token=": "makes a token there; typed by tools/clients/run",
    "list=": "names a list there; typed by tools/clients/run",
    "ask": "asks that host; typed by tools/clients/run",
    "openapi-generator-cli": "makes a client; typed by tools/clients/languages",
    "mkdir client": "makes a client; typed by tools/clients/languages",
    "printf 'generator": "makes a client; typed by tools/clients/languages",
    "openapi-python-client": "makes a client; typed by tools/clients/languages",
    "npx openapi-typescript": "makes a client; typed by tools/clients/languages",
}

# Options that only GNU's programs know. An operator's laptop may be a Mac.
GNU = re.compile(r"\bdate (?:-\w )*(?:-d|--date)\b|\b(?:sed -i|readlink -f|xargs -r|stat -c|grep -P|base64 -w|sort -V|tail --|head -n -)")

# Scripts and builds of this repository that the docs print, but neither .ci/run nor .ci/night runs like this. They are named by their
# beginnings, with the reasons.
NOT_RUN = {
    ".ci/night hunts": "is a part of .ci/night",
    "exactness/run --help": "only says what there is",
    "exactness/run comings trace": "shows what happens in one seed that broke a rule",
    "exactness/tla/run --short": "is a part of exactness/tla/run",
    "tools/archive/build windows-x64": "is a part of tools/archive/check, which builds for all platforms",
    "tools/bench/pairs": "measures two versions in turn, on a machine that does nothing else",
    "tools/bench/run door --url https": "asks a stack of yours; typed by tools/standin/operate, at ministack's address",
    "tools/bench/run": "measures, on a machine that does nothing else; docs/performance.md has the figures",
    "tools/browsers/run webkit": "is a part of tools/browsers/run",
    "LAN=1 tools/browsers/run": "is the evening of tools/browsers/run by TLS, by hand when TLS or a page's start changes",
    "tools/clients/languages rust php": "is a part of what .ci/night makes",
    "tools/fuzz/run --phases stateful": "is a part of tools/fuzz/run, with more examples",
    "tools/browsers/lan/run .../": "wants a release's archive, by hand before a release; tools/archive/check tries that archive without a Wi-Fi",
    "tools/pretix/run": "installs a whole pretix with PostgreSQL, by hand when cli.following changes",
    "mvn package -Pbom": "makes bills of materials, as tools/archive/build does for a release",
    "mvn package -DskipTests": "is a part of mvn verify",
    "mvn spotless:apply": "formats; mvn verify fails where that is left out",
    "mvn verify -pl acceptance -am -Ddoorlist.url": "asks a service that runs; tools/sam-local/run and tools/standin/run do",
    "mvn verify -pl acceptance -am -Ddoorlist.answers": "keeps answers; tools/clients/languages does",
    "mvn verify -pl": "is a part of mvn verify",
    "mvn verify -Plong -pl": "is a part of mvn verify -Plong",
    "osv-scanner": "asks an advisory service, by hand",
}
SCRIPT = re.compile(r"(?:[A-Z]+=\S+ )*((?:tools|exactness|phone|\.ci)/[\w./-]+)")
BUILD = re.compile(r"(?:mvn|osv-scanner) ")


def script(text):
    """Returns a command if it runs a script or a build of this repository, and otherwise nothing.

    Numbers, placeholders and comments are left out of it. Of a build, options are left out that change only its
    output and order.
    """
    text = re.sub(r"\s#.*|\\\n", " ", text).strip()
    if BUILD.match(text):
        return " ".join(word for word in text.split() if word not in ("-q", "-B", "-T1"))
    found = SCRIPT.match(text)
    if not found or not (TOP / found[1]).is_file() or not os.access(TOP / found[1], os.X_OK):
        return None
    return " ".join(word for word in text.split() if not re.fullmatch(r"[0-9]+|\[?[A-Z]+[.\]]*", word))


def steps():
    """Returns the scripts and builds that .ci/run and .ci/night run. Also returns the text of each script without comments."""
    found = [".ci/run", ".ci/night"]
    for name in tuple(found):
        found += filter(None, map(script, re.findall(r"^ *(?:step|beside) (.+)$", (TOP / name).read_text(), re.MULTILINE)))
    files = {step: SCRIPT.match(step) for step in found}
    return {step: file and re.sub(r"^\s*#.*$", "", (TOP / file[1]).read_text(), flags=re.MULTILINE) or "" for step, file in files.items()}


def scripts():
    """Returns the scripts and builds that the docs print in blocks and in sentences, each with one page that does."""
    pages = subprocess.run(["git", "-C", str(TOP), "ls-files", "*.md"], capture_output=True, text=True, check=True).stdout.split()
    found = {}
    for page in pages:
        spans = re.findall(r"`([^`]+)`", BLOCK.sub("", (TOP / page).read_text()))
        for text in commands(page) + [" ".join(span.split()) for span in spans]:
            if script(text):
                found.setdefault(script(text), page)
    return found


def left_out():
    """Returns the scripts and builds that the docs print and nothing runs, with the reasons. Fails if a reason is missing, or if a row is
    not needed."""
    ran, printed = steps(), scripts()
    nobody = {text: page for text, page in printed.items()
              if text not in ran and not any(re.search(rf"{re.escape(text)}(?![\w/-])", body) for body in ran.values())}
    wrong = [f"{page}: {text}" for text, page in nobody.items() if not beginning(text, NOT_RUN)]
    if wrong:
        raise SystemExit("deployed: FAILED: neither .ci/run nor .ci/night runs, and NOT_RUN does not say why:\n" + "\n".join(wrong))
    needless = NOT_RUN.keys() - {beginning(text, NOT_RUN) for text in nobody}
    if needless:
        raise SystemExit(f"deployed: FAILED: the docs print nothing like this any more, or it is run: {sorted(needless)}")
    for reason in (*NOT_TYPED.values(), *NOT_RUN.values()):
        for test in re.findall(r"\b[A-Z]\w+Test\b", reason):
            if not any(TOP.glob(f"**/src/test/java/**/{test}.java")):
                raise SystemExit(f"deployed: FAILED: there is no {test}, by which a command is typed")
        for typist in filter(None, map(script, re.findall(r"typed by ([\w.-]*/[\w./-]+(?: --[\w-]+)*)", reason))):
            if not any(each == typist or each.startswith(typist + " ") for each in ran):
                raise SystemExit(f"deployed: FAILED: {typist}, by which a command is typed, is run by neither .ci/run nor .ci/night")
    return {text: NOT_RUN[beginning(text, NOT_RUN)] for text in sorted(nobody)}


def commands(page):
    """Returns the commands of a page, each with all its lines. Fails if a block does not say what it is."""
    found = []
    for indent, kind, block in BLOCK.findall((TOP / page).read_text()):
        lines = [line.removeprefix(indent) for line in block.splitlines()]
        if kind == "console":
            lines = [line[2:] for line in lines if line.startswith(("$ ", "> "))]
        elif kind == "crontab":
            lines = [" ".join(line.split()[5:]) for line in lines]
        elif kind == "json":
            json.loads(block)
        elif kind == "ndjson":
            list(map(json.loads, lines))
        elif kind == "python":
            compile("\n".join(lines), page, "exec")
        elif kind not in ("sh", "text", "java"):
            raise SystemExit(f"deployed: FAILED: {page} has a block of {kind or 'it does not say what'}")
        if kind in ("sh", "console", "crontab"):
            found += whole(lines)
    return found


def whole(lines):
    """Yields commands. Each has as many lines as the shell needs to understand it."""
    text = ""
    for line in lines:
        text += line + "\n"
        if not line.endswith("\\") and subprocess.run(["bash", "-nc", text], capture_output=True).returncode == 0:
            if re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE).strip():
                yield text
            text = ""
    if text:
        raise SystemExit(f"deployed: FAILED: no command of a shell: {text}")


def beginning(text, table):
    """Returns the row of a table with which a command begins, or nothing."""
    return next((row for row in table if text.startswith(row)), None)


def typed(text, placeholders):
    for word, instead in placeholders.items():
        if word[0].isupper():
            text = re.sub(rf"(?<![\w$]){re.escape(word)}(?!\w)", lambda _: instead, text)
        else:
            text = text.replace(word, instead)
    return text


def looked_for(page, text):
    """Returns what a command or a span of text names but does not exist: programs, modules, tests and main classes."""
    missing = [name for name in re.findall(r"(?:^|[\s;(`])((?:tools|exactness|phone|\.ci)/[\w./-]+)", text) if not (TOP / name).exists()]
    if "mvn " in text:
        for modules in re.findall(r"-pl '?([\w!,/-]+)", text):
            missing += [each for each in modules.split(",") if not (TOP / each.lstrip("!") / "pom.xml").exists()]
        for tests in re.findall(r"-Dtest='?([\w.*,/#]+)", text):
            names = [each.split("#")[0].replace(".", "/") for each in tests.split(",")]
            missing += [each for each in names if not any(TOP.glob(f"**/src/test/java/**/{each}.java"))]
    for name in re.findall(r"io\.doorlist\.[\w.]+\.[A-Z]\w+", text):
        if not any(TOP.glob(f"*/src/*/java/{name.replace('.', '/')}.java")):
            missing.append(name)
    return [f"{page}: {name} is not there" for name in missing]


def wrong_spans(check, page, helps):
    """Returns what is wrong with commands within sentences. Their subcommands and options must exist."""
    wrong = []
    prose = BLOCK.sub("", (TOP / page).read_text())
    for span in re.findall(r"`((?:\./doorlist|aws|mvn|tools/|exactness/|\.ci/)[^`]*)`", prose):
        span = " ".join(span.split())
        wrong += looked_for(page, span)
        if span.startswith("aws "):
            wrong.append(f"{page}: print it in a block, where it is typed: {span}")
        if span.startswith("./doorlist "):
            words = tuple(re.match(r"\./doorlist((?: [a-z]+)*)", span).group(1).split())
            words = words[:2] if words[:1] in (("token",), ("webhook",)) else words[:1]
            if words not in helps:
                helps[words] = check.doorlist(*words, "--help")
            wrong += [f"{page}: {option} is no option: {span}" for option in re.findall(r" (--[a-z-]+)", span)
                      if option not in helps[words]]
    return wrong


def type_page(check, folder, page, all_commands, placeholders):
    """Types a page's commands into one shell, and returns what is wrong."""
    lines = [f"cd {folder}", SHELL]
    for number, command in enumerate(all_commands):
        text = typed(command, placeholders)
        lines += ["{", text + f"}} >{number}.out 2>&1 </dev/null", f"echo $? >{number}.status"]
    subprocess.run(["bash"], input="\n".join(lines), text=True, env=check.environment, timeout=1200)
    wrong = []
    for number, command in enumerate(all_commands):
        status, said = int((folder / f"{number}.status").read_text()), (folder / f"{number}.out").read_text()
        expected, word = ENDS_OTHERWISE.get(beginning(command, ENDS_OTHERWISE), (0, ""))
        if status != expected or word not in said:
            wrong.append(f"{page}: {command} ends with {status}: {said[-600:]}")
    return wrong


def type_all(check, folder, sample, refused):
    """Types what can be typed. Returns how many commands that were, and why each of the others was not
    typed.

    REQUEST in a command stands for the id of a request that was refused.
    """
    placeholders = PLACEHOLDERS | {"REQUEST": refused}
    for name in ("doorlist", "samconfig.toml", "template.yaml"):
        (folder / name).symlink_to(TOP / name)
    (folder / "sample.ndjson").write_bytes(sample.read_bytes())
    (folder / "guests.csv").write_text("Name;Ticket type;Code\nAda Example;adult;GUEST-1\nBo Example;adult;GUEST-2\n")
    # The host of a receiver is looked up when the receiver is added. Example hosts have no address,
    # and nothing is sent to them.
    (folder / "hosts").write_text("127.0.0.1 localhost\n9.9.9.9 hooks.example.com\n")
    check.environment["JDK_JAVA_OPTIONS"] = f"-Djdk.net.hosts.file={folder}/hosts"
    check.run("bash", "-ec", f"cd {folder}\n" + SHELL + BEFORE)
    done, left, reasons, wrong, helps = 0, [], set(), [], {}
    pages = check.run("git", "-C", str(TOP), "ls-files", "*.md").split()
    # operations.md comes first, because the page on security forgets people.
    for page in sorted(pages, key=lambda name: name != "docs/operations.md"):
        found = commands(page)
        for command in found:
            wrong += looked_for(page, command)
            wrong += [f"{page}: only GNU knows {each}: {command}" for each in GNU.findall(command)]
            if script(command):
                left.append("scripts of this repository, which .ci/run or .ci/night runs, or which are listed as not run")
            elif beginning(command, NOT_TYPED):
                left.append(NOT_TYPED[beginning(command, NOT_TYPED)])
                reasons.add(beginning(command, NOT_TYPED))
        wrong += wrong_spans(check, page, helps)
        now = [command for command in found if not script(command) and not beginning(command, NOT_TYPED)]
        done += len(now)
        if now:
            wrong += type_page(check, folder, page, now, placeholders)
    if wrong:
        raise SystemExit("deployed: FAILED: the docs print what does not work:\n" + "\n".join(wrong))
    needless = NOT_TYPED.keys() - reasons
    if needless:
        raise SystemExit(f"deployed: FAILED: no command begins like this any more: {sorted(needless)}")
    return done, left


if __name__ == "__main__":
    for name, reason in left_out().items():
        print(f"{name}: {reason}")

"""`apps.py URL TABLE` (of `./doorlist up`) types the commands of docs/apps.md, and compares the answers with those on the page."""
import base64
import hashlib
import hmac
import json
import pathlib
import re
import subprocess
import sys
import types

from trial import agrees

TOP = pathlib.Path(__file__).resolve().parents[2]
PAGE = (TOP / "docs/apps.md").read_text()
MARK = "--- the next command"


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def typed(url):
    """Types the commands into one shell. Returns each with the answer on the page and the real one."""
    begin = blocks("sh")[0].replace("http://127.0.0.1:3000", url).replace("token create", f"token create --up {url}")
    steps = [("\n".join(re.findall(r"^[$>] (.*)$", step, re.MULTILINE)), re.sub(r"^[$>] .*\n", "", step, flags=re.MULTILINE))
             for step in re.split(r"^(?=\$ )", blocks("console")[0], flags=re.MULTILINE) if step]
    script = begin + "".join(f"{command}\necho '{MARK}'\n" for command, _ in steps)
    said = subprocess.run(["bash", "-e"], cwd=TOP, input=script, capture_output=True, text=True, timeout=120)
    answers = said.stdout.split(MARK + "\n")[:-1]
    if len(answers) != len(steps):
        sys.exit(f"apps: the shell ended early: {said.stdout[-500:]}{said.stderr[-2000:]}")
    return [(command, json.loads(printed), json.loads(answer)) for (command, printed), answer in zip(steps, answers)]


def verifies():
    """Checks that the page's function accepts the test vector of the Standard Webhooks libraries, and nothing else."""
    sent = 1614265330
    page = {"base64": base64, "hashlib": hashlib, "hmac": hmac, "re": re, "time": types.SimpleNamespace(time=lambda: sent)}
    exec(blocks("python")[0], page)
    headers = {"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": str(sent),
               "webhook-signature": "v1,old v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="}
    body = b'{"test": 2432232314}'
    said = [page["genuine"](given, content, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw") for content, given in (
        (body, headers), (body + b" ", headers), (body, {}), (body, headers | {"webhook-timestamp": "now"}),
        (body, headers | {"webhook-signature": "v1,\xe9"}), (body, headers | {"webhook-timestamp": str(sent - 301)}))]
    return said == [True] + 5 * [False]


def main():
    steps = typed(*sys.argv[1:])
    wrong = [f"apps: {command}: {said}, not {printed}" for command, printed, said in steps if not agrees(printed, said)]
    wrong += [] if verifies() else ["apps: the page's verification of webhooks is wrong"]
    print("\n".join(wrong) or f"apps: {len(steps)} commands of docs/apps.md were answered as it says")
    sys.exit(1 if wrong else 0)


main()

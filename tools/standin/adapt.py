"""adapt.py STAND-IN TEMPLATE FOLDER JDK CLIENT: writes the template into FOLDER, with changes where the stand-in lacks something.

CLIENT has the jars of Lambda's runtime client.
"""
import pathlib
import platform
import shutil
import sys
import zipfile

from samcli.yamlhelper import yaml_dump, yaml_parse

FUNCTION = "AWS::Serverless::Function"

# ministack runs Java only in containers, but it runs a custom runtime as a process. So each package gets a program that starts
# this machine's JDK as Lambda's image does, with the runtime client and the package's own jars on the class path. It names the
# client's native library. Otherwise every function writes it to the same place in /tmp, which crashes the functions that have
# loaded it.
BOOTSTRAP = """#!/bin/sh
exec {jdk}/bin/java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx300m --enable-native-access=ALL-UNNAMED \\
  -Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI={library} \\
  -cp '{client}/*' com.amazonaws.services.lambda.runtime.api.client.AWSLambda "$_HANDLER"
"""


def packages(template, source, folder):
    """Copies the packages, because a build may replace them, and lets the template name the copies."""
    for name, each in template["Resources"].items():
        if each["Type"] == FUNCTION:
            copy = folder / (name + ".zip")
            if not (source.parent / each["Properties"]["CodeUri"]).exists():
                sys.exit(f"{each['Properties']['CodeUri']} is not there: run mvn package")
            shutil.copy(source.parent / each["Properties"]["CodeUri"], copy)
            each["Properties"]["CodeUri"] = str(copy)
            yield copy


def library(client, folder):
    """Returns a copy of the runtime client's native library for this machine."""
    [jar] = pathlib.Path(client).glob("aws-lambda-java-runtime-interface-client-*.jar")
    processor = "aarch_64" if platform.machine() in ("aarch64", "arm64") else "x86_64"
    with zipfile.ZipFile(jar) as archive:
        return archive.extract(f"jni/libaws-lambda-jni.linux-{processor}.so", folder)


def first_figure(metrics):
    """Returns the properties of an alarm that watches only the first of several figures."""
    figure = next(each["MetricStat"] for each in metrics if "MetricStat" in each)
    kind = "ExtendedStatistic" if figure["Stat"].startswith("p") else "Statistic"
    return figure["Metric"] | {"Period": figure["Period"], kind: figure["Stat"]}


def for_ministack(template, copies, folder, jdk, client):
    resources = template["Resources"]
    # It has no metric math, so an alarm over several figures watches only the first one.
    for name, each in resources.items():
        if each["Type"] == "AWS::CloudWatch::Alarm" and "Metrics" in each["Properties"]:
            print(f"ministack: watches one figure only, as it has no metric math: {name}", file=sys.stderr)
            each["Properties"] |= first_figure(each["Properties"].pop("Metrics"))
    # Its transform sees only the defaults of parameters, not the values of a deployment.
    for name, value in {"DeletionProtection": "false", "CodeDeploy": "false", "SnapStart": "off"}.items():
        template["Parameters"][name]["Default"] = value
    function = template["Globals"]["Function"]
    function["Runtime"] = "provided.al2023"
    del function["SnapStart"]
    bootstrap = BOOTSTRAP.format(jdk=jdk, client=client, library=library(client, folder))
    for copy in copies:
        with zipfile.ZipFile(copy, "a") as archive:
            entry = zipfile.ZipInfo("bootstrap", (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o755 << 16
            archive.writestr(entry, bootstrap)


def main(standin, source, folder, jdk, client):
    source, folder = pathlib.Path(source).resolve(), pathlib.Path(folder)
    folder.mkdir(exist_ok=True)
    # Writes no YAML anchors, because values with an anchor would be one object.
    template = yaml_parse(yaml_dump(yaml_parse(source.read_text())))
    copies = list(packages(template, source, folder))
    if standin == "ministack":
        for_ministack(template, copies, folder, jdk, client)
    (folder / "template.yaml").write_text(yaml_dump(template))


main(*sys.argv[1:])

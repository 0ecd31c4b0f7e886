"""Refuses what CloudFormation refuses before it changes anything, and moto accepts. These are wrong parameters and broken Rules."""
import re


def refusal(template, given):
    """Returns why a template with these parameters is refused, or nothing."""
    values = {name: str(each.get("Default", "")) for name, each in template.get("Parameters", {}).items()}
    values |= {name: str(value) for name, value in given.items()}
    for name, each in template.get("Parameters", {}).items():
        reason = each.get("ConstraintDescription", f"is refused: {values[name]!r}")
        if not fits(each, values[name]):
            return f"Parameter {name} {reason}"
    for rule in template.get("Rules", {}).values():
        if holds(rule.get("RuleCondition", True), values):
            for assertion in rule["Assertions"]:
                if not holds(assertion["Assert"], values):
                    return assertion["AssertDescription"]
    return None


def fits(declaration, value):
    """Returns whether a parameter accepts a value."""
    if "AllowedValues" in declaration and value not in map(str, declaration["AllowedValues"]):
        return False
    if declaration["Type"] == "Number":
        least, most = declaration.get("MinValue", float("-inf")), declaration.get("MaxValue", float("inf"))
        return float(least) <= float(value) <= float(most)
    return (len(value) <= int(declaration.get("MaxLength", len(value)))
            and re.fullmatch(declaration.get("AllowedPattern", ".*"), value) is not None)


def holds(condition, values):
    """Evaluates the functions that a rule may have."""
    if isinstance(condition, dict):
        [(function, arguments)] = condition.items()
        if function == "Ref":
            return values[arguments]
        arguments = [holds(each, values) for each in arguments]
        return {
            "Fn::Equals": lambda: arguments[0] == arguments[1],
            "Fn::Not": lambda: not arguments[0],
            "Fn::And": lambda: all(arguments),
            "Fn::Or": lambda: any(arguments),
            "Fn::Contains": lambda: arguments[1] in arguments[0],
        }[function]()
    return [holds(each, values) for each in condition] if isinstance(condition, list) else condition

"""Prints phases.json: python3 phases.py > phases.json (Python 3.11, no other package). Biome breaks its lines afterwards.

It shares nothing with the product. It keeps every user and every event in lists, computes with exact fractions, and
follows the definitions word by word: no sums that are carried on, no database, no merged days.
"""

import json
from fractions import Fraction
from itertools import combinations

DAY = 24 * 60
METRICS = [
    {"key": "buyers", "kind": "CONVERSION", "eventKey": "purchase", "windowHours": 24},
    {"key": "revenue", "kind": "MEAN", "eventKey": "purchase", "windowHours": 48},
    {"key": "value-per-order", "kind": "RATIO", "eventKey": "purchase", "denominatorKey": "purchase",
     "numeratorOf": "SUM", "denominatorOf": "COUNT", "windowHours": 48},
    {"key": "visits-per-order", "kind": "RATIO", "eventKey": "visit", "denominatorKey": "purchase",
     "numeratorOf": "COUNT", "denominatorOf": "COUNT", "windowHours": 24},
    {"key": "visits-per-value", "kind": "RATIO", "eventKey": "visit", "denominatorKey": "purchase",
     "numeratorOf": "COUNT", "denominatorOf": "SUM", "windowHours": 48},
]
# The first release's rule leaves out users by their bucket when they arrive: their exposures say so themselves.
CASES = [
    ("a ramp of three phases: everyone counts, whatever they had before", ["EVERYONE"] * 3, 1),
    ("new users only in the last phase", ["EVERYONE", "EVERYONE", "NEW_USERS"], 2),
    ("new users only from the second phase on", ["EVERYONE", "NEW_USERS", "NEW_USERS"], 3),
    ("a phase that began before the upgrade, then everyone", ["UNMOVED", "EVERYONE"], 4),
    ("a phase that began before the upgrade, then new users only", ["UNMOVED", "NEW_USERS"], 5),
]


class Dice:
    """Marsaglia's xorshift with 32 bits: the same everywhere."""

    def __init__(self, seed):
        self.state = 2463534242 ^ (seed * 7919)

    def upto(self, n):
        x = self.state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.state = x
        return x % n


def happen(rules, seed):
    """Minutes count from 00:00 UTC of the first day. Phases last a day each; users come to some of them."""
    dice, exposures, events = Dice(seed), [], []
    for user in range(16):
        value = dice.upto(2)
        for phase, rule in enumerate(rules):
            if dice.upto(5) < 2:
                continue
            value = dice.upto(2) if dice.upto(3) == 0 else value
            minute = phase * DAY + dice.upto(DAY)
            one = {"phase": phase, "user": user, "value": value, "minute": minute}
            if rule == "UNMOVED":
                one["leftOut"] = dice.upto(4) == 0
            exposures.append(one)
            if dice.upto(4) == 0:
                exposures.append({**one, "minute": minute + 1 + dice.upto(DAY)})
        for _ in range(dice.upto(9)):
            event = {"user": user, "key": ["purchase", "visit"][dice.upto(2)], "minute": dice.upto(4 * DAY)}
            if dice.upto(4) > 0:
                # Tenths, so that no sum is exact in binary numbers.
                event["value"] = (1 + dice.upto(400)) / 10
            events.append(event)
    return exposures, events


def first_exposures(exposures, phase):
    first = {}
    for one in exposures:
        if one["phase"] != phase:
            continue
        known = first.get(one["user"])
        if known is None or one["minute"] < known["minute"]:
            first[one["user"]] = one
    return first


def was_there(exposures, user, phase):
    return [one for one in exposures if one["user"] == user and one["phase"] < phase]


def is_left_out(exposures, rules, one):
    if rules[one["phase"]] == "NEW_USERS":
        return len(was_there(exposures, one["user"], one["phase"])) > 0
    return one.get("leftOut", False)


def value_of(event):
    return Fraction(str(event["value"])) if "value" in event else None


def figure(events, key, of):
    mine = [event for event in events if event["key"] == key]
    if of == "COUNT":
        return Fraction(len(mine))
    if of == "ANY":
        return Fraction(1 if mine else 0)
    missing = Fraction(1) if of == "SUM" else Fraction(0)
    return sum((missing if value_of(event) is None else value_of(event) for event in mine), Fraction(0))


def figures(metric, one, events):
    """Numerator and denominator of a user: of the events from the first exposure on, within the window."""
    until = one["minute"] + 60 * metric["windowHours"]
    own = [e for e in events if e["user"] == one["user"] and one["minute"] <= e["minute"] < until]
    kinds = {"CONVERSION": "ANY", "MEAN": "TOTAL"}
    y = figure(own, metric["eventKey"], metric.get("numeratorOf") or kinds[metric["kind"]])
    if metric["kind"] != "RATIO":
        return y, None
    return y, figure(own, metric["denominatorKey"], metric["denominatorOf"])


def spread(a, b):
    """The sum of products of deviations, from all pairs: it needs no mean."""
    pairs = combinations(range(len(a)), 2)
    return sum(((a[i] - a[j]) * (b[i] - b[j]) for i, j in pairs), Fraction(0)) / len(a)


def told(fraction):
    return str(fraction)


def moments(metric, users, events):
    both = [figures(metric, one, events) for one in users]
    y, d = [one for one, _ in both], [other for _, other in both]
    counted = y if metric["kind"] != "RATIO" else d
    answer = {
        "n": len(users),
        "positive": sum(1 for one in counted if one != 0),
        "mean": told(sum(y, Fraction(0)) / len(y)),
        "m2": told(spread(y, y)),
    }
    if metric["kind"] == "RATIO":
        answer["d"] = {"mean": told(sum(d, Fraction(0)) / len(d)), "m2": told(spread(d, d)), "c": told(spread(y, d))}
    return answer


def expected(rules, exposures, events):
    phases = []
    for phase in range(len(rules)):
        first = list(first_exposures(exposures, phase).values())
        counts, cohorts = [], []
        for day in sorted({one["minute"] // DAY for one in first}):
            for value in (0, 1):
                there = [one for one in first if one["minute"] // DAY == day and one["value"] == value]
                if not there:
                    continue
                counted = [one for one in there if not is_left_out(exposures, rules, one)]
                marked = [
                    one for one in counted
                    if any(was["value"] != value for was in was_there(exposures, one["user"], phase))
                ]
                counts.append({"value": value, "day": day, "units": len(counted),
                               "leftOut": len(there) - len(counted), "marked": len(marked)})
                if counted:
                    cohorts.append({"value": value, "day": day, "moments": {
                        metric["key"]: moments(metric, counted, events) for metric in METRICS}})
        phases.append({"counts": counts, "cohorts": cohorts})
    return phases


def lines(name, rows):
    return f'      "{name}": [\n' + ",\n".join("        " + json.dumps(row) for row in rows) + "\n      ]"


def main():
    cases = []
    for name, rules, seed in CASES:
        exposures, events = happen(rules, seed)
        body = [f'      "name": {json.dumps(name)}', f'      "rules": {json.dumps(rules)}',
                lines("exposures", exposures), lines("events", events),
                lines("expected", expected(rules, exposures, events))]
        cases.append("    {\n" + ",\n".join(body) + "\n    }")
    metrics = ",\n".join("    " + json.dumps(metric) for metric in METRICS)
    print('{\n  "title": "Who counts in a phase, and ratios of numbers and sums of events",\n'
          f'  "metrics": [\n{metrics}\n  ],\n  "cases": [\n' + ",\n".join(cases) + "\n  ]\n}")


main()

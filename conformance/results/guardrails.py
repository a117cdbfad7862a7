"""Prints guardrails.json: python3 guardrails.py > guardrails.json (Python 3.11, mpmath 1.3, no other package).

It shares nothing with packages/stats. What the product has as a formula, this program finds in another way: quantiles
and chances by numerical integration of densities, tunings and bounds by a search.
"""

import json
import math
from mpmath import mp, mpf, exp, gamma, inf, log, pi, quad, sqrt

mp.dps = 16


def above(x):
    """The normal upper tail, by the complementary error function of the C library."""
    return math.erfc(float(x) / math.sqrt(2)) / 2


def simpson(f, low, high, steps=600):
    width = (high - low) / steps
    return width / 3 * sum(f(low + i * width) * (1 if i in (0, steps) else 4 if i % 2 else 2) for i in range(steps + 1))


def bisect(is_low, low, high, steps=60):
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if is_low(middle) else (low, middle)
    return (low + high) / 2


def normal_above(p):
    return bisect(lambda x: above(x) > p, mpf(-10), mpf(10))


def student_above(p, degrees):
    scale = gamma((degrees + 1) / mpf(2)) / (sqrt(degrees * pi) * gamma(degrees / mpf(2)))
    tail = lambda x: quad(lambda u: scale * (1 + u * u / degrees) ** (-(degrees + 1) / mpf(2)), [x, x + 5, x + 50, inf])
    return bisect(lambda x: tail(x) > p, mpf(0), mpf(50), 50)


def narrowest(units, alpha):
    """The r with the narrowest two-sided bound at so many units, by golden section on ln r."""
    width = lambda t: (units + exp(t)) / units * log((units + exp(t)) / (exp(t) * alpha * alpha))
    low, high, ratio = log(mpf(units) / 1000), log(mpf(units)), (sqrt(5) - 1) / 2
    for _ in range(110):
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, b) if width(a) < width(b) else (a, high)
    return exp((low + high) / 2)


def chance_safe(case, units, true_level):
    """The chance of "safe" at one look: over all levels of the control, that the treatment's is on the safe side."""
    sign = 1 if case["better"] == "UP" else -1
    level, margin, share, variance = (float(case[key]) for key in ("level", "margin", "treatment_share", "variance"))
    z = float(normal_above(float(case["alpha"])))
    control = math.sqrt(variance / (units * (1 - share)))
    treatment = math.sqrt(variance / (units * share))
    kept = 1 - sign * (1 if level > 0 else -1) * margin
    needed = z * math.hypot(treatment, kept * control)

    def safe_with(x):
        seen = level + x * control
        # sign (t - seen) + margin |seen| > needed
        edge = seen + sign * (needed - margin * abs(seen))
        return math.exp(-x * x / 2) / math.sqrt(2 * math.pi) * above(sign * (edge - true_level) / treatment)

    return simpson(safe_with, -9, 9)


def worst_loss(control, treatment, n, better, critical):
    """The smallest margin with which two shares of n units each would be safe, by bisection of the test itself."""
    sign = 1 if better == "UP" else -1
    c, t = mpf(control) / n, mpf(treatment) / n
    v_c, v_t = c * (1 - c) / n, t * (1 - t) / n
    pooled = (v_c * (n - 1) + v_t * (n - 1)) / (n - 1)
    k = max(mpf(1), pooled / (v_c + v_t))
    is_open = lambda m: sign * (t - c) + m * c <= critical * sqrt(k * v_t + (1 - sign * m) ** 2 * k * v_c)
    return bisect(is_open, mpf(0), mpf(1))


def text(x):
    return float(mp.nstr(x, 15))


cases = []
for alpha, degrees in [(0.04, 998), (0.008, 30.5), (0.02, 40000)]:
    given = {"alpha": alpha, "degrees": degrees}
    cases.append({"kind": "one_sided_quantile", "input": given, "full": {"critical": text(student_above(mpf(str(alpha)), mpf(degrees)))}})

for alpha, planned in [(0.05, 66714), (0.01, 20000), (0.005, 400000)]:
    part = mpf(str(alpha)) / 5
    given = {"guardrail_alpha": alpha, "planned": planned}
    full = {"sequential_alpha": text(part), "fixed_alpha": text(4 * part), "r": text(narrowest(mpf(planned) / 2, 2 * part))}
    cases.append({"kind": "guardrail_plan", "input": given, "full": full})

for better, level, variance, margin, share, alpha, units, power in [
    ("DOWN", "0.05", "0.0475", "0.05", "0.5", "0.04", 66714, 0.8),
    ("DOWN", "0.02", "0.0196", "0.05", "0.5", "0.008", 66714, 0.8),
    ("UP", "0.4", "0.24", "0.05", "0.1", "0.04", 20000, 0.9),
    ("UP", "-3", "12", "0.1", "0.25", "0.02", 5000, 0.9),
    ("DOWN", "1.5", "9", "0.2", "0.5", "0.04", 2000, 0.8),
]:
    given = {"better": better, "level": level, "variance": variance, "margin": margin, "treatment_share": share, "alpha": alpha}
    at_level = lambda n: chance_safe(given, float(n), float(level))
    worse = float(level) - (1 if better == "UP" else -1) * abs(float(level)) * float(margin)
    needed = bisect(lambda n: at_level(n) < power, mpf(100), mpf(10) ** 7, 50)
    full = {"chance": text(at_level(units)), "units": text(needed), "falsely_safe": text(chance_safe(given, units, worse))}
    numbers = {key: value if key == "better" else float(value) for key, value in given.items()}
    cases.append({"kind": "guardrail_power", "input": {**numbers, "units": units, "power": power}, "full": full})

for control, treatment, n, better, critical in [
    (400, 405, 20000, "DOWN", "2.5"),
    (400, 405, 20000, "UP", "2.5"),
    (5000, 5100, 20000, "DOWN", "1.75"),
    (5000, 4900, 20000, "UP", "3.1"),
]:
    given = {"control": control, "treatment": treatment, "n": n, "better": better, "critical": float(critical)}
    worst = worst_loss(control, treatment, n, better, mpf(critical))
    cases.append({"kind": "open_loss", "input": given, "full": {"worst": text(worst)}})

tolerances = {"one_sided_quantile": 1e-8, "guardrail_plan": 1e-6, "guardrail_power": 1e-6, "open_loss": 1e-9}
print(json.dumps({"tolerances": tolerances, "cases": cases}, indent=2))

/** A problem that a `check…` function found: a code, and the place in the draft. */
export interface Problem<Code extends string = string> {
  readonly code: Code;
  /** A path into the draft such as `['conditions', 0, 'term']`; empty for the draft as a whole. */
  readonly at: readonly (string | number)[];
  /** Other places that are involved: when two fields contradict each other, either one can be corrected. */
  readonly also?: readonly (readonly (string | number)[])[];
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The answer of a check: what it checked, in its final form, or at least one problem. */
export type Checked<Value, Code extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly [Problem<Code>, ...Problem<Code>[]] };

/** The value when there are no problems, otherwise the problems in their order. */
export function checked<Value, Code extends string>(
  value: Value,
  problems: readonly Problem<Code>[],
): Checked<Value, Code> {
  const [first, ...others] = problems;
  return first === undefined ? { ok: true, value } : { ok: false, problems: [first, ...others] };
}

/** Length in code points, the unit of every length limit of the product. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** The same result, with `at` prepended to the paths of its problems. */
export function located<Value, Code extends string>(
  at: Problem['at'],
  result: Checked<Value, Code>,
): Checked<Value, Code> {
  if (result.ok) return result;
  const [first, ...others] = result.problems;
  const inside = ({ also, ...problem }: Problem<Code>) => ({
    ...problem,
    at: [...at, ...problem.at],
    ...(also && { also: also.map((place) => [...at, ...place]) }),
  });
  return { ok: false, problems: [inside(first), ...others.map(inside)] };
}

/** The values of all parts if every part passed, otherwise the problems of all parts, in order. */
export function everyChecked<Values extends readonly unknown[] | [], Code extends string>(
  results: {
    readonly [Part in keyof Values]: Checked<Values[Part], Code>;
  },
): Checked<Values, Code> {
  const parts: readonly Checked<unknown, Code>[] = results;
  const values = parts.map((part) => (part.ok ? part.value : undefined));
  // Safe: the values are used only if no part failed, and then none of them stands in for a failed part.
  return checked(
    values as unknown as Values,
    parts.flatMap((part) => (part.ok ? [] : part.problems)),
  );
}

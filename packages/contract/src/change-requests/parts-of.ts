import { isSameJson } from '../canonical-json.ts';
import type { EditType } from './edit-type.ts';

/** The body of a thing as it is stored or is to be stored; null for one that does not exist. */
export type Body = Readonly<Record<string, unknown>>;

/** What two people can change beside each other, by name. Source: SAF-05. */
export type Parts = ReadonlyMap<string, unknown>;

/** The part that has the order of the rules of an experiment. */
export const ORDER = 'order';
const RULE = 'rule:';

type Rule = Readonly<Record<string, unknown>>;

/** The part that has what assigns the users of an experiment. */
export const SALT = 'salt';
/** The fields of an experiment that are a part each. */
const WHOLE = ['status', SALT] as const;

/**
 * Of an experiment the status, the salt, each rule without its id and place, and the order of their ids; of others each field.
 */
export function partsOf(type: EditType, body: Body): Parts {
  if (type !== 'experiment') return new Map(Object.entries(body));
  const rules = rulesOf(body);
  return new Map<string, unknown>([
    ...WHOLE.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]] as const])),
    ...rules.map(({ id, order: _order, ...rule }) => [rulePart(id), rule] as const),
    [ORDER, rules.map(({ id }) => id)],
  ]);
}

/** The body that has these parts. */
export function bodyOf(type: EditType, parts: Parts): Body {
  if (type !== 'experiment') return Object.fromEntries(parts);
  const ids = (parts.get(ORDER) ?? []) as readonly string[];
  const rules = ids.map((id) => ({ id, ...(parts.get(rulePart(id)) as Rule) }));
  const whole = WHOLE.flatMap((name) => (parts.has(name) ? [[name, parts.get(name)]] : []));
  return { ...Object.fromEntries(whole), rules };
}

export function rulePart(id: unknown): string {
  return `${RULE}${String(id)}`;
}

/** The id of the rule that a part is; undefined for other parts. */
export function ruleIdOf(part: string): string | undefined {
  return part.startsWith(RULE) ? part.slice(RULE.length) : undefined;
}

/** The ids of the rules, in their order. */
export function orderIn(parts: Parts): readonly string[] {
  return (parts.get(ORDER) ?? []) as readonly string[];
}

/** The names of the parts that two bodies do not have alike; the order is compared apart. */
export function changedParts(before: Parts, after: Parts): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => name !== ORDER && !isSameJson(before.get(name), after.get(name)),
  );
}

function rulesOf({ rules }: Body): readonly Rule[] {
  return Array.isArray(rules) ? rules : [];
}

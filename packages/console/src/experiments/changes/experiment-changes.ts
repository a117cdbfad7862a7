import type { ExperimentForm } from '../editor/experiment-form.ts';
import { type EditedRule, textOf } from '../rule/edited-rule.ts';

/**
 * One difference between two states of an experiment. Numbers count from 1, in the later state if the rule
 * exists there.
 */
export type Change =
  | { readonly kind: 'added' | 'removed'; readonly number: number; readonly rule: EditedRule }
  | {
      readonly kind: 'changed';
      readonly number: number;
      readonly before: EditedRule;
      readonly rule: EditedRule;
    }
  | {
      readonly kind: 'moved';
      readonly from: number;
      readonly number: number;
      readonly rule: EditedRule;
    };

/** Returns the changes that lead from the first state to the second; rules with the same key are the same rule. */
export function changesBetween(before: ExperimentForm, after: ExperimentForm): Change[] {
  const placeBefore = placesOf(before);
  const kept = new Set(after.rules.map(({ key }) => key));
  const inPlace = longestRising(
    after.rules.flatMap(({ key }) => placeBefore.get(key)?.index ?? []),
  );
  const changes: Change[] = before.rules.flatMap((rule, index) =>
    kept.has(rule.key) ? [] : [{ kind: 'removed', number: index + 1, rule }],
  );
  for (const [index, rule] of after.rules.entries()) {
    const number = index + 1;
    const place = placeBefore.get(rule.key);
    if (place === undefined) {
      changes.push({ kind: 'added', number, rule });
      continue;
    }
    if (!inPlace.has(place.index)) {
      changes.push({ kind: 'moved', from: place.index + 1, number, rule });
    }
    if (textOf(place.rule) !== textOf(rule)) {
      changes.push({ kind: 'changed', number, before: place.rule, rule });
    }
  }
  return changes;
}

/**
 * Gives the rules of a freshly loaded state the keys that they have in a known state, so that the two can be
 * compared: first rules with the same id, then rules with the same content, then rules at the same place. The
 * last rule is always the catch-all.
 */
export function withKeysOf(loaded: ExperimentForm, known: ExperimentForm): ExperimentForm {
  const free = new Set(known.rules);
  const keys = new Map<EditedRule, string>();
  const give = (rule: EditedRule, match: EditedRule | undefined) => {
    if (match === undefined || keys.has(rule) || !free.delete(match)) return;
    keys.set(rule, match.key);
  };
  const last = loaded.rules.at(-1);
  if (last !== undefined) give(last, known.rules.at(-1));
  const giveAll = (isMatch: (rule: EditedRule, candidate: EditedRule) => boolean) => {
    for (const rule of loaded.rules) {
      give(
        rule,
        [...free].find((candidate) => isMatch(rule, candidate)),
      );
    }
  };
  giveAll((rule, candidate) => rule.id !== undefined && rule.id === candidate.id);
  giveAll((rule, candidate) => textOf(rule) === textOf(candidate));
  for (const [index, rule] of loaded.rules.entries()) give(rule, known.rules[index]);
  const rules = loaded.rules.map((rule) => ({ ...rule, key: keys.get(rule) ?? rule.key }));
  return { ...loaded, rules };
}

function placesOf({ rules }: ExperimentForm) {
  return new Map(rules.map((rule, index) => [rule.key, { rule, index }]));
}

/** The members of the longest increasing subsequence: the rules that nobody moved. */
function longestRising(places: readonly number[]): ReadonlySet<number> {
  const best: number[][] = [];
  for (const [index, place] of places.entries()) {
    const before = best
      .slice(0, index)
      .filter((sequence) => (sequence.at(-1) ?? place) < place)
      .reduce<readonly number[]>((one, other) => (other.length > one.length ? other : one), []);
    best.push([...before, place]);
  }
  return new Set(best.reduce((one, other) => (other.length > one.length ? other : one), []));
}

import type {
  Experiment,
  ExperimentDraft,
  ExperimentValue,
} from '@comporta/contract/experiments/experiment';
import {
  draftOfRule,
  type EditedRule,
  editedRule,
  emptyAudience,
  matchesEveryone,
  type RuledToggle,
  sentRule,
  textOf,
} from '../rule/edited-rule.ts';

/** What the editor edits: the if / else-if / else chain of a toggle. The last rule is the catch-all. */
export interface ExperimentForm {
  /** Empty while no toggle is chosen; then there are no rules either. */
  readonly toggleId: string;
  readonly rules: readonly EditedRule[];
}

export const NO_TOGGLE: ExperimentForm = { toggleId: '', rules: [] };

export function formOf(
  { toggleId, rules }: ExperimentValue,
  { values }: RuledToggle,
): ExperimentForm {
  return { toggleId, rules: rules.map((rule) => editedRule(rule, values)) };
}

/** Starts with one rule: everyone gets the default value. Source: XPE-03. */
export function startForToggle(
  { id, defaultValue }: RuledToggle & { readonly id: string },
  key: string,
): ExperimentForm {
  const valueSpec = { type: 'EXACT_VALUE', exactValue: defaultValue } as const;
  return { toggleId: id, rules: [{ type: 'ALL_USERS', key, valueSpec }] };
}

/** A new rule goes to the top. */
export function addRule(
  { toggleId, rules }: ExperimentForm,
  { defaultValue }: RuledToggle,
  key: string,
): ExperimentForm {
  const valueSpec = { type: 'EXACT_VALUE', exactValue: defaultValue } as const;
  return { toggleId, rules: [{ ...emptyAudience('PROPERTY'), key, valueSpec }, ...rules] };
}

export function changeRule(
  { toggleId, rules }: ExperimentForm,
  key: string,
  change: (rule: EditedRule) => EditedRule,
): ExperimentForm {
  return { toggleId, rules: rules.map((rule) => (rule.key === key ? change(rule) : rule)) };
}

/** The catch-all stays. */
export function deleteRule(form: ExperimentForm, key: string): ExperimentForm {
  if (isCatchAll(form, indexOf(form, key))) return form;
  return { ...form, rules: form.rules.filter((rule) => rule.key !== key) };
}

/** Puts a rule at an index, above the catch-all whatever happens. */
export function insertRule(
  { toggleId, rules }: ExperimentForm,
  rule: EditedRule,
  index: number,
): ExperimentForm {
  const at = Math.min(index, rules.length - 1);
  return { toggleId, rules: [...rules.slice(0, at), rule, ...rules.slice(at)] };
}

/** The copy stands right below the original; of the catch-all, right above it. It is a rule of its own. */
export function duplicateRule(form: ExperimentForm, key: string, newKey: string): ExperimentForm {
  const index = indexOf(form, key);
  const original = form.rules[index];
  if (original === undefined) return form;
  const { id: _, name: __, ...copy } = original;
  return insertRule(form, { ...copy, key: newKey }, index + 1);
}

/** Where a rule may be moved: not to, from or past the place of the catch-all. */
export function canMove(form: ExperimentForm, key: string, by: -1 | 1): boolean {
  const from = indexOf(form, key);
  const to = from + by;
  return !isCatchAll(form, from) && to >= 0 && to < form.rules.length - 1;
}

export function moveRule(form: ExperimentForm, key: string, to: number): ExperimentForm {
  const from = indexOf(form, key);
  const rule = form.rules[from];
  if (rule === undefined || isCatchAll(form, from)) return form;
  const others = { ...form, rules: form.rules.filter((other) => other !== rule) };
  return insertRule(others, rule, Math.max(to, 0));
}

export function indexOf({ rules }: ExperimentForm, key: string): number {
  return rules.findIndex((rule) => rule.key === key);
}

function isCatchAll({ rules }: ExperimentForm, index: number): boolean {
  return index === rules.length - 1;
}

/** The first rule that matches everyone: those after it are never reached. */
export function lastReached({ rules }: ExperimentForm): number {
  return rules.findIndex(matchesEveryone);
}

export function isSame(one: ExperimentForm, other: ExperimentForm): boolean {
  return (
    one === other ||
    (one.toggleId === other.toggleId &&
      one.rules.length === other.rules.length &&
      one.rules.every((rule, index) => {
        const beside = other.rules[index];
        return beside !== undefined && (rule === beside || textOf(rule) === textOf(beside));
      }))
  );
}

/** The form with the ids that the rules of another one, which was sent, were saved with. */
export function withSavedIds(
  form: ExperimentForm,
  sent: ExperimentForm,
  saved: Pick<Experiment, 'rules'>,
): ExperimentForm {
  const ids = new Map(sent.rules.map(({ key }, index) => [key, saved.rules[index]?.id]));
  const rules = form.rules.map((rule) => ({ ...rule, id: ids.get(rule.key) ?? rule.id }));
  return { ...form, rules };
}

/** As the contract checks it. */
export function experimentDraft({ toggleId, rules }: ExperimentForm): ExperimentDraft {
  return { toggleId, rules: rules.map((rule, index) => draftOfRule(rule, index + 1)) };
}

/** As it is sent. */
export function sentOf({ toggleId, rules }: ExperimentForm) {
  return { toggleId, rules: rules.map((rule, index) => sentRule(rule, index + 1)) };
}

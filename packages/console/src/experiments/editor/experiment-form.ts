import type {
  Experiment,
  ExperimentDraft,
  ExperimentValue,
} from '@comporta/contract/experiments/experiment';
import { emptyPart } from '../rule/edited-part.ts';
import {
  draftOfRule,
  type EditedRule,
  editedRule,
  matchesEveryone,
  type RuledToggle,
  sentRule,
  textOf,
} from '../rule/edited-rule.ts';

/** The edited state: the if / else-if / else chain of a toggle. The last rule is the catch-all. */
export interface ExperimentForm {
  /** Empty until a toggle is chosen; then there are no rules either. */
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

/** Starts with one rule, which gives everyone the default value. Source: XPE-03. */
export function startForToggle(
  { id, defaultValue }: RuledToggle & { readonly id: string },
  key: string,
): ExperimentForm {
  const valueSpec = { type: 'EXACT_VALUE', exactValue: defaultValue } as const;
  return { toggleId: id, rules: [{ type: 'ALL_USERS', key, valueSpec }] };
}

/** Adds a new rule at the top. */
export function addRule(
  { toggleId, rules }: ExperimentForm,
  { defaultValue }: RuledToggle,
  key: string,
): ExperimentForm {
  const valueSpec = { type: 'EXACT_VALUE', exactValue: defaultValue } as const;
  return { toggleId, rules: [{ ...emptyPart('PROPERTY'), key, valueSpec }, ...rules] };
}

export function changeRule(
  { toggleId, rules }: ExperimentForm,
  key: string,
  change: (rule: EditedRule) => EditedRule,
): ExperimentForm {
  return { toggleId, rules: rules.map((rule) => (rule.key === key ? change(rule) : rule)) };
}

/** Deletes a rule, but never the catch-all. */
export function deleteRule(form: ExperimentForm, key: string): ExperimentForm {
  if (isCatchAll(form, indexOf(form, key))) return form;
  return { ...form, rules: form.rules.filter((rule) => rule.key !== key) };
}

/** Inserts a rule at an index, but always above the catch-all. */
export function insertRule(
  { toggleId, rules }: ExperimentForm,
  rule: EditedRule,
  index: number,
): ExperimentForm {
  const at = Math.min(index, rules.length - 1);
  return { toggleId, rules: [...rules.slice(0, at), rule, ...rules.slice(at)] };
}

/**
 * Inserts a copy right below the original, or right above the catch-all when that is copied. The copy has no
 * id or name.
 */
export function duplicateRule(form: ExperimentForm, key: string, newKey: string): ExperimentForm {
  const index = indexOf(form, key);
  const original = form.rules[index];
  if (original === undefined) return form;
  const { id: _, name: __, ...copy } = original;
  return insertRule(form, { ...copy, key: newKey }, index + 1);
}

/** Whether a rule may move: the catch-all cannot, and no rule may take or pass its place. */
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

/** The index of the first rule that matches everyone, or -1: the rules after it are never reached. */
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

/** Returns the form with the ids that its rules got in a save; `sent` is the form as it was sent. */
export function withSavedIds(
  form: ExperimentForm,
  sent: ExperimentForm,
  saved: Pick<Experiment, 'rules'>,
): ExperimentForm {
  const ids = new Map(sent.rules.map(({ key }, index) => [key, saved.rules[index]?.id]));
  const rules = form.rules.map((rule) => ({ ...rule, id: ids.get(rule.key) ?? rule.id }));
  return { ...form, rules };
}

/** The draft that the contract checks. */
export function experimentDraft({ toggleId, rules }: ExperimentForm): ExperimentDraft {
  return { toggleId, rules: rules.map((rule, index) => draftOfRule(rule, index + 1)) };
}

/** The body of the request. */
export function sentOf({ toggleId, rules }: ExperimentForm) {
  return { toggleId, rules: rules.map((rule, index) => sentRule(rule, index + 1)) };
}

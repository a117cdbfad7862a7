import { editsKey } from '../../data/stored/storage.ts';
import type { EditsMemory } from '../../ui/forms/remembered-edits.ts';
import { type EditedRule, newRuleKey } from '../rule/edited-rule.ts';
import type { ExperimentForm } from './experiment-form.ts';

/** An experiment that is not created yet has no id; it may have been opened for a toggle. */
interface Drafted {
  readonly id?: string | undefined;
  readonly toggleId?: string | undefined;
}

/** Where unsaved edits are kept. The key contains the user: another user who logs in here does not see them. */
export function draftMemory(
  userName: string,
  envId: string,
  { id, toggleId = '' }: Drafted,
): EditsMemory<ExperimentForm> {
  const newKeyOf = keysForNewPage();
  return {
    key: editsKey(userName, `${envId}.${id ?? `new.${toggleId}`}`),
    read: (stored) => (isForm(stored) ? withKeys(stored, newKeyOf) : undefined),
  };
}

/** Keys are counted from the start of the page, so the keys from before a reload may belong to other rules now. */
function keysForNewPage(): (key: string) => string {
  const keys = new Map<string, string>();
  return (key) => {
    const newKey = keys.get(key) ?? newRuleKey();
    keys.set(key, newKey);
    return newKey;
  };
}

function withKeys({ toggleId, rules }: ExperimentForm, newKeyOf: (key: string) => string) {
  return { toggleId, rules: rules.map((rule) => withNewKeys(rule, newKeyOf)) };
}

function withNewKeys(rule: EditedRule, newKeyOf: (key: string) => string): EditedRule {
  const key = newKeyOf(rule.key);
  if (rule.type !== 'COMBINED') return { ...rule, key };
  const { policy, conditions } = rule.combinedRule;
  const renewed = conditions.map((part) => ({ ...part, key: newKeyOf(part.key) }));
  return { ...rule, key, combinedRule: { policy, conditions: renewed } };
}

/** Checks the parts that the editor relies on: an older version of the console may have written the draft. */
function isForm(form: unknown): form is ExperimentForm {
  return (
    typeof form === 'object' &&
    form !== null &&
    'toggleId' in form &&
    typeof form.toggleId === 'string' &&
    'rules' in form &&
    Array.isArray(form.rules) &&
    form.rules.every(isEditedRule)
  );
}

function isEditedRule(rule: Partial<EditedRule>): boolean {
  const hasValue =
    rule.valueSpec?.type === 'SPLIT'
      ? Array.isArray(rule.valueSpec.shares)
      : rule.valueSpec?.type === 'EXACT_VALUE';
  if (rule.type === 'ALL_USERS') return hasValue;
  if (rule.type !== 'COMBINED') return hasValue && isEditedPart(rule);
  const conditions = rule.combinedRule?.conditions;
  return hasValue && Array.isArray(conditions) && conditions.every(isEditedPart);
}

interface StoredPart {
  readonly type?: string | undefined;
  readonly targetGroupRule?: { readonly targetGroupsIds?: unknown } | undefined;
  readonly toggleDependencyRule?: object | undefined;
}

function isEditedPart(part: StoredPart): boolean {
  switch (part.type) {
    case 'PROPERTY':
      return true;
    case 'TARGET_GROUP':
      return Array.isArray(part.targetGroupRule?.targetGroupsIds);
    case 'TOGGLE_DEPENDENCY':
      return part.toggleDependencyRule !== undefined;
    default:
      return false;
  }
}

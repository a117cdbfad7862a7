import { editsKey } from '../../data/stored/storage.ts';
import type { Conflict } from '../../ui/forms/form-machine.ts';
import { type EditedRule, newRuleKey } from '../rule/edited-rule.ts';
import type { ExperimentForm } from './experiment-form.ts';

/** Unsaved edits, which the browser's tab keeps through a reload, a crash and a new login. */
export interface StoredDraft {
  readonly form: ExperimentForm;
  /** The state that the edits started from, and its version. */
  readonly saved: ExperimentForm;
  readonly version: number | undefined;
  /** The conflict that prevented the save, until the user decides which rules to keep. */
  readonly conflict?: Conflict | undefined;
}

/** An experiment that is not created yet has no id; it may have been opened for a toggle. */
interface Drafted {
  readonly id?: string | undefined;
  readonly toggleId?: string | undefined;
}

/** The key contains the user: another user who logs in here does not see the draft. */
export function draftKey(userName: string, envId: string, { id, toggleId = '' }: Drafted): string {
  return editsKey(userName, `${envId}.${id ?? `new.${toggleId}`}`);
}

export function readDraft(key: string): StoredDraft | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (!isStoredDraft(stored)) return undefined;
    const newKeyOf = keysForNewPage();
    const form = withKeys(stored.form, newKeyOf);
    return { ...stored, form, saved: withKeys(stored.saved, newKeyOf) };
  } catch {
    // Storage is turned off, or the value is not a draft: treated as if nothing were stored.
    return undefined;
  }
}

export function writeDraft(key: string, draft: StoredDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is full or turned off: the draft is lost when the page is reloaded.
  }
}

export function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is turned off: there is nothing to remove.
  }
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
  return { toggleId, rules: rules.map((rule) => ({ ...rule, key: newKeyOf(rule.key) })) };
}

/** Checks the parts that the editor relies on: an older version of the console may have written the draft. */
function isStoredDraft(stored: unknown): stored is StoredDraft {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'form' in stored &&
    isForm(stored.form) &&
    'saved' in stored &&
    isForm(stored.saved)
  );
}

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
  switch (rule.type) {
    case 'ALL_USERS':
    case 'PROPERTY':
      return hasValue;
    case 'TARGET_GROUP':
      return hasValue && Array.isArray(rule.targetGroupRule?.targetGroupsIds);
    case 'TOGGLE_DEPENDENCY':
      return hasValue && rule.toggleDependencyRule !== undefined;
    default:
      return false;
  }
}

import { fitsValueType, inferValueType } from '@comporta/engine/typed-value';
import { VALUE_TYPES, type ValueType } from '@comporta/engine/vocabulary';
import * as z from 'zod/mini';
import { checkTexts } from '../check-texts.ts';
import type { ErrorCode } from '../errors.ts';
import {
  emptyDraft,
  field,
  fieldsOf,
  kept,
  keptFlag,
  list,
  optionalText,
  text,
  type ValueOf,
  word,
} from '../fields.ts';
import { lastChangedSchema } from '../last-changed.ts';
import { LIFETIMES } from '../lifecycle/lifecycle.ts';
import { problemsOfDays } from '../lifecycle/problems-of-day.ts';
import { type Checked, checked, lengthOf, type Problem } from '../problem.ts';
import { documented, draftText, id, version } from '../shapes.ts';
import { problemsOfTags, tagsOf } from './tags.ts';

export const TOGGLE_NAME_MAX_CHARS = 100;
export const TOGGLE_VALUE_MAX_CHARS = 10_000;
/** Limit for all values of a toggle together, because every snapshot contains them. */
export const TOGGLE_VALUES_MAX_CHARS = 64_000;
export const TOGGLE_MIN_VALUES = 2;
export const TOGGLE_MAX_VALUES = 100;
const AVAILABLE_UNLESS_SAID = true;
const LIFETIME_UNLESS_SAID = 'TEMPORARY';
const lifetime = z.enum(LIFETIMES);

/** A draft may omit `valueType`: see `valueTypeOf`. */
export const TOGGLE = fieldsOf({
  name: text,
  description: optionalText({ maxChars: 100, tooLong: 'DESCRIPTION_TOO_LONG' }),
  values: list(text),
  defaultValue: text,
  valueType: word(VALUE_TYPES, 'toggle.valueType.type'),
  /** Whether client keys get this toggle. */
  availableToClients: keptFlag('0.2.0'),
  tags: kept('0.2.0', z.readonly(z.array(z.string()))),
  lifetime: field({
    stored: lifetime,
    draft: z.optional(draftText),
    document: z.optional(z.string()),
    said: { words: LIFETIMES, as: 'toggle.lifetime' },
    since: '0.3.0',
  }),
  /** The day up to which it is to be removed, `YYYY-MM-DD`; null for none, and for a permanent one. */
  removeBy: kept('0.3.0', z.nullable(z.string())),
});

/** Like the owner it is not in documents: it is about today, in one installation. */
const snoozedUntil = documented(z.nullable(z.string()), {
  description:
    'The last day on which it is not called stale, `YYYY-MM-DD`; null: it is not snoozed.',
});

export const toggleSchema = documented(
  z.object({
    id,
    appId: id,
    ...TOGGLE.stored,
    ownerId: z.nullable(id),
    owner: documented(z.nullable(z.string()), { description: 'Name of the owner.' }),
    snoozedUntil,
    archived: documented(z.boolean(), {
      description: 'Whether consoles hide it from lists and pickers; it still returns its value.',
    }),
    version,
    lastChanged: lastChangedSchema,
  }),
  { id: 'Toggle', description: 'A flag with a set of possible values and a default value.' },
);
export type Toggle = z.infer<typeof toggleSchema>;

/** The part of a toggle that each saved version keeps. */
export const savedToggleSchema = documented(
  z.object({ ...TOGGLE.stored, ownerId: z.nullable(id), snoozedUntil, archived: z.boolean() }),
  { id: 'SavedToggle' },
);

/** What a client sends of a toggle. An absent owner or snooze stays; null removes it. */
export const toggleDraftSchema = z.object({
  ...TOGGLE.draft,
  /** Not in documents: a person belongs to one installation. */
  ownerId: z.optional(z.nullable(id)),
  snoozedUntil: z.optional(snoozedUntil),
});
export type ToggleDraft = z.infer<typeof toggleDraftSchema>;

/** The draft that a form for a new toggle starts with. Source: TGN-01. */
export const NEW_TOGGLE: ToggleDraft = {
  ...emptyDraft(TOGGLE),
  values: ['enabled', 'disabled'],
  defaultValue: 'disabled',
  availableToClients: AVAILABLE_UNLESS_SAID,
};

export type ToggleValue = ValueOf<typeof TOGGLE>;

export const TOGGLE_CODES = [
  'EMPTY_NAME',
  'INVALID_NAME',
  'NAME_TOO_LONG',
  'AT_LEAST_TWO_VALUES',
  'EMPTY_VALUE',
  'VALUE_TOO_LONG',
  'LIMIT_EXCEEDED',
  'DEFAULT_VALUE_REQUIRED',
  'INVALID_VALUE_TYPE',
  'INVALID_CHARACTERS',
  'DESCRIPTION_TOO_LONG',
  'INVALID_TAG',
  'INVALID_LIFETIME',
  'INVALID_DATE_FORMAT',
  'INVALID_DATE',
] as const satisfies readonly ErrorCode[];
export type ToggleCode = (typeof TOGGLE_CODES)[number];

type StoredBefore = Pick<Toggle, 'valueType'> &
  Partial<Pick<Toggle, 'availableToClients' | 'tags' | 'lifetime' | 'removeBy' | 'snoozedUntil'>>;

/**
 * Checks a toggle. Values are trimmed, and duplicates removed. `stored` is the toggle before this change, if it exists.
 * `.` and `..` are refused as names because no URL can contain them as a segment (S22). Source: TGN-02 to TGN-07.
 */
export function checkToggle(
  draft: ToggleDraft,
  stored?: StoredBefore,
): Checked<ToggleValue, ToggleCode> {
  const name = draft.name.trim();
  const values = [...new Set(draft.values.map((value) => value.trim()))];
  const defaultValue = draft.defaultValue.trim();
  const { texts, problems: problemsOfTexts } = checkTexts(TOGGLE, draft);
  const problems = [...problemsOfName(name), ...problemsOfValues(draft.values, values)];
  if (!values.includes(defaultValue)) {
    problems.push({ code: 'DEFAULT_VALUE_REQUIRED', at: ['defaultValue'] });
  }
  const valueType = valueTypeOf(draft, values, stored);
  if (valueType === undefined || !fitsValueType(valueType, values)) {
    problems.push({ code: 'INVALID_VALUE_TYPE', at: ['valueType'] });
  }
  const tags = draft.tags === undefined ? (stored?.tags ?? []) : tagsOf(draft.tags);
  const asked = draft.lifetime?.trim() ?? stored?.lifetime ?? LIFETIME_UNLESS_SAID;
  const known = LIFETIMES.find((one) => one === asked);
  if (known === undefined) problems.push({ code: 'INVALID_LIFETIME', at: ['lifetime'] });
  const removeBy = draft.removeBy === undefined ? (stored?.removeBy ?? null) : draft.removeBy;
  return checked(
    {
      name,
      ...texts,
      values,
      defaultValue,
      valueType: valueType ?? 'STRING',
      availableToClients:
        draft.availableToClients ?? stored?.availableToClients ?? AVAILABLE_UNLESS_SAID,
      tags,
      lifetime: known ?? LIFETIME_UNLESS_SAID,
      removeBy: known === 'PERMANENT' ? null : removeBy,
    },
    [...problems, ...problemsOfTexts, ...problemsOfTags(tags), ...problemsOfDays(draft, stored)],
  );
}

/** Whether a toggle could have this name, but for its length. */
export function hasNameOfToggle(name: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(name) && !/^\.\.?$/.test(name);
}

function problemsOfName(name: string): Problem<ToggleCode>[] {
  const at = ['name'];
  if (name === '') return [{ code: 'EMPTY_NAME', at }];
  if (!hasNameOfToggle(name)) return [{ code: 'INVALID_NAME', at }];
  if (name.length > TOGGLE_NAME_MAX_CHARS) {
    return [{ code: 'NAME_TOO_LONG', at, meta: { limit: TOGGLE_NAME_MAX_CHARS } }];
  }
  return [];
}

/** `drafted` are the values at their places in the draft, `values` the normalised ones. */
function problemsOfValues(
  drafted: readonly string[],
  values: readonly string[],
): Problem<ToggleCode>[] {
  const problems: Problem<ToggleCode>[] = [];
  if (values.length < TOGGLE_MIN_VALUES) {
    problems.push({ code: 'AT_LEAST_TWO_VALUES', at: ['values'] });
  }
  for (const [index, value] of drafted.entries()) {
    const at = ['values', index];
    if (value.trim() === '') problems.push({ code: 'EMPTY_VALUE', at });
    if (lengthOf(value.trim()) > TOGGLE_VALUE_MAX_CHARS) {
      problems.push({ code: 'VALUE_TOO_LONG', at, meta: { limit: TOGGLE_VALUE_MAX_CHARS } });
    }
  }
  if (values.length > TOGGLE_MAX_VALUES) {
    const meta = { field: 'values', limit: TOGGLE_MAX_VALUES };
    problems.push({ code: 'LIMIT_EXCEEDED', at: ['values'], meta });
  }
  const together = values.reduce((sum, value) => sum + lengthOf(value), 0);
  if (together > TOGGLE_VALUES_MAX_CHARS) {
    const meta = { field: 'values', limit: TOGGLE_VALUES_MAX_CHARS };
    problems.push({ code: 'LIMIT_EXCEEDED', at: ['values'], meta });
  }
  return problems;
}

/**
 * The requested type; undefined when there is no such type. Without a request the stored type stays, unless it is
 * BOOLEAN and the values no longer fit it; then, and for a new toggle, the type is inferred from the values.
 */
function valueTypeOf(
  draft: ToggleDraft,
  values: readonly string[],
  stored: Pick<Toggle, 'valueType'> | undefined,
): ValueType | undefined {
  const asked = draft.valueType.trim();
  if (asked !== '') return VALUE_TYPES.find((known) => known === asked);
  if (stored === undefined) return inferValueType(values);
  const outgrown = stored.valueType === 'BOOLEAN' && !fitsValueType('BOOLEAN', values);
  return outgrown ? inferValueType(values) : stored.valueType;
}

import type { EditType } from '@comporta/contract/change-requests/edit-type';
import type { Body } from '@comporta/contract/change-requests/parts-of';
import { conditionDraftSchema } from '@comporta/contract/conditions/condition-draft';
import type { RuleNames } from '@comporta/contract/experiments/named-rule';
import type { Said } from '@comporta/contract/fields';
import type { WordMessage } from '@comporta/contract/nouns/said-words';
import { PROPERTY } from '@comporta/contract/properties/property';
import { TARGET_GROUP } from '@comporta/contract/target-groups/target-group';
import { TOGGLE } from '@comporta/contract/toggles/toggle';
import { conditionInWords } from '@comporta/messages/rule-in-words';
import { plainWords } from '@comporta/messages/words';
import type { Say } from '../../base/say.ts';
import type { PartName, Parts } from '../../ui/forms/difference.ts';

/** What fields of a thing refer to, by name. */
export interface FieldNames {
  readonly rules: RuleNames;
  /** The name of a person; empty where nobody knows it. */
  readonly person: (id: string) => string;
}

type Fields = Readonly<Record<string, Said>>;

const SAID: Readonly<Record<EditType, Fields>> = {
  experiment: {},
  toggle: TOGGLE.said,
  targetGroup: TARGET_GROUP.said,
  property: PROPERTY.said,
};

/** Fields of a thing in words, under the names by which the audit log calls them. */
export function fieldTexts(
  say: Say,
  {
    type,
    body,
    fields,
  }: {
    readonly type: EditType;
    readonly body: Body;
    readonly fields: readonly string[];
  },
  names: FieldNames,
): Parts {
  return Object.fromEntries(
    fields.map((field) => [
      partNameOf(field),
      textOf(say, { type, field, value: body[field] }, names),
    ]),
  );
}

/** A toggle has its owner by id, and everybody else by name. */
export function partNameOf(field: string): PartName {
  return (field === 'ownerId' ? 'owner' : field) as PartName; // Things have the fields that their entries have.
}

interface Valued {
  readonly type: EditType;
  readonly field: string;
  readonly value: unknown;
}

function textOf(say: Say, { type, field, value }: Valued, names: FieldNames) {
  if (Array.isArray(value))
    return value.map((item) => itemText(say, { type, field, value: item }, names));
  return itemText(say, { type, field, value }, names);
}

function itemText(say: Say, { type, field, value }: Valued, names: FieldNames): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return say(value ? 'common.yes' : 'common.no');
  if (field === 'ownerId') return names.person(String(value));
  if (field === 'conditions') {
    const condition = conditionDraftSchema.safeParse(value);
    if (condition.success) {
      return plainWords(conditionInWords(say, names.rules.condition(condition.data)));
    }
  }
  const said = SAID[type][field];
  const word = said?.words.find((one) => one === value);
  if (said !== undefined && word !== undefined) return say(`${said.as}.${word}` as WordMessage);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

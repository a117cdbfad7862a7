import type { Words } from '@comporta/contract/words';
import type { Say } from '@comporta/messages/speak';
import { joinWords, wordsWith } from '@comporta/messages/words';
import { type ReadEdit, recordedStepSchema } from './audit-shapes.ts';
import type { FieldChange } from './field-changes.ts';
import { sayTime } from './values.ts';

/** One change of a thing, in sentences. */
type SayChange = (say: Say, type: string, change: FieldChange) => Words[];

/** `+1 day: Change new-checkout (…); Delete search`; undefined for what is no step of this program. */
export function sayStep(say: Say, step: unknown, sayChange: SayChange): Words | undefined {
  const read = recordedStepSchema.safeParse(step);
  if (!read.success) return undefined;
  const { at, wait, edits } = read.data;
  const value = joinWords(
    edits.map((edit) => sayEdit(say, edit, sayChange)),
    '; ',
  );
  const time = at === undefined ? sayWait(say, wait) : sayTime(at);
  if (time === undefined) return value;
  return wordsWith({ field: time, value }, (holes) => say('audit.item.is', holes));
}

/** A request may change 200 things; its page shows all of it. */
const SAID_CHANGES = 10;

/** `Change new-checkout (rule 1: off → on)`; what stops or ends something says it by its verb. */
function sayEdit(
  say: Say,
  { action, name, type, changes = [] }: ReadEdit,
  sayChange: SayChange,
): Words {
  const verb = say(`changeRequest.edit.${action}`, { name });
  const isSaid = type !== undefined && (action === 'CREATE' || action === 'UPDATE');
  const told = changes.filter(({ before, after }) => before !== undefined || after !== '');
  if (!isSaid || told.length === 0) return [verb];
  const said = told.slice(0, SAID_CHANGES).flatMap(
    (change) =>
      change.field === 'rerandomised'
        ? [[say('audit.rerandomises')]]
        : sayChange(say, type, change as FieldChange), // Read from JSON, which has no undefined members.
  );
  const more = told.length > SAID_CHANGES ? [['…']] : [];
  return [`${verb} (`, ...joinWords([...said, ...more], ', '), ')'];
}

const WAIT_UNITS = [
  ['days', 24 * 3600],
  ['hours', 3600],
  ['minutes', 60],
] as const;

function sayWait(say: Say, seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  const [unit, size] = WAIT_UNITS.find(([, one]) => seconds % one === 0) ?? ['seconds', 1];
  return `+${say(`changeRequest.wait.${unit}`, { count: seconds / size })}`;
}

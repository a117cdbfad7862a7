import * as z from 'zod/mini';
import { checkTexts } from '../check-texts.ts';
import { readDateTime } from '../date-time.ts';
import type { ErrorCode } from '../errors.ts';
import { lastChangedSchema } from '../last-changed.ts';
import { type Checked, checked } from '../problem.ts';
import { documented, draftText, id, version } from '../shapes.ts';

export const FREEZE_MAX_DAYS = 92;
/** Of one application; those that are over count, too. */
export const FREEZES_MAX = 50;
const DAY_MS = 24 * 60 * 60_000;

const NAME = {
  bounds: { name: { maxChars: 100, tooLong: 'NAME_TOO_LONG', empty: 'EMPTY_NAME' } },
} as const;

const environmentIds = documented(z.nullable(z.readonly(z.array(id))), {
  description: 'Null: all environments, also those that come later.',
});

/** A time in which nothing that users get may change. Source: SAF-29. */
export const freezeSchema = documented(
  z.object({
    id,
    appId: id,
    name: z.string(),
    from: z.string(),
    to: z.string(),
    environmentIds,
    version,
    lastChanged: lastChangedSchema,
  }),
  { id: 'Freeze', description: 'A time in which nothing that users get may change.' },
);
export type Freeze = z.infer<typeof freezeSchema>;

export const freezeDraftSchema = z.object({
  name: draftText,
  from: documented(draftText, { description: 'RFC 3339, with an offset.' }),
  to: documented(draftText, { description: `At most ${FREEZE_MAX_DAYS} days later.` }),
  environmentIds: z.nullish(z.array(z.string())),
});
export type FreezeDraft = z.infer<typeof freezeDraftSchema>;

export interface FreezeValue {
  readonly name: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly environmentIds: string[] | null;
}

export const FREEZE_CODES = [
  'EMPTY_NAME',
  'NAME_TOO_LONG',
  'INVALID_CHARACTERS',
  'INVALID_FREEZE',
] as const satisfies readonly ErrorCode[];

/** Checks a freeze; `known` are the environments of its application. */
export function checkFreeze(
  draft: FreezeDraft,
  known: readonly string[],
): Checked<FreezeValue, (typeof FREEZE_CODES)[number]> {
  const { texts, problems } = checkTexts(NAME, draft);
  const startsAt = readDateTime(draft.from);
  const endsAt = readDateTime(draft.to);
  const environmentIds = draft.environmentIds ? [...new Set(draft.environmentIds)] : null;
  const invalid = (field: string) =>
    ({ code: 'INVALID_FREEZE', at: [field], meta: { days: FREEZE_MAX_DAYS } }) as const;
  const lengthMs = startsAt && endsAt ? endsAt.getTime() - startsAt.getTime() : 0;
  const isPossible =
    environmentIds?.length !== 0 && environmentIds?.every((one) => known.includes(one)) !== false;
  return checked(
    {
      name: texts.name,
      startsAt: startsAt ?? new Date(0),
      endsAt: endsAt ?? new Date(0),
      environmentIds,
    },
    [
      ...problems,
      ...(startsAt === undefined ? [invalid('from')] : []),
      ...(startsAt && (lengthMs <= 0 || lengthMs > FREEZE_MAX_DAYS * DAY_MS)
        ? [invalid('to')]
        : []),
      ...(isPossible ? [] : [invalid('environmentIds')]),
    ],
  );
}

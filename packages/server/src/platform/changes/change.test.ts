import type { Change } from '@comporta/contract/nouns/change';
import type { RecordedField } from '@comporta/contract/nouns/records';
import { audit } from '@comporta/messages/audit';
import { expect, it } from 'vitest';

it('CODE-15: a change has only fields of its entity type, and each field has a name in the messages', () => {
  const paused: Change<'experiment'> = {
    action: 'PAUSED',
    type: 'experiment',
    id: 'experiment',
    name: 'checkout',
    before: { status: 'ACTIVE' },
    after: { status: 'PAUSED' },
  };
  // @ts-expect-error -- an experiment has no password
  const misplaced: Change<'experiment'> = { ...paused, after: { password: '' } };
  // @ts-expect-error -- there is no such entity type
  const unknown: Change = { ...paused, type: 'flag' };
  const { archived: _word, ...others } = audit.field;
  // @ts-expect-error -- a field lacks its name
  const unnamed: Readonly<Record<RecordedField, object>> = others;
  expect([paused, misplaced, unknown, unnamed]).toHaveLength(4);
});

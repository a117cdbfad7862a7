import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { checkTexts } from './check-texts.ts';
import { emptyDraft, fieldsOf, keepOmitted, keptFlag, keptText, text } from './fields.ts';

const NOUN = fieldsOf({
  name: text,
  note: keptText('0.3.0', { maxChars: 10, tooLong: 'LIMIT_EXCEEDED' }),
  urgent: keptFlag('0.3.0'),
});
const STORED = { id: '1', name: 'before', note: 'stored', urgent: true };

it('HOUSE-01: a field that a later release added is as stored where a draft omits it, and empty where it says so', () => {
  const draft = z.object(NOUN.draft);
  const sent = (body: object) => keepOmitted(NOUN, z.parse(draft, body), STORED);
  expect(sent({ name: 'after' })).toEqual({ name: 'after', note: 'stored', urgent: true });
  expect(sent({ note: null, urgent: null })).toEqual({ name: '', note: 'stored', urgent: true });
  expect(sent({ note: '', urgent: false })).toEqual({ name: '', note: '', urgent: false });
});

it('HOUSE-01: a check takes a draft that omits what a later release added', () => {
  const draft = z.object(NOUN.draft);
  const check = (body: object) => checkTexts(NOUN, z.parse(draft, body));
  expect(check({ name: 'after' })).toEqual({ texts: { note: '' }, problems: [] });
  expect(check({ note: 'longer than ten' }).problems).toMatchObject([{ code: 'LIMIT_EXCEEDED' }]);
});

it('HOUSE-01: a draft without any input has the texts that a later release added, and no such flag', () => {
  const { note, ...others } = emptyDraft(NOUN);
  expect(note.length).toBe(0); // The compiler knows that it is there.
  expect(others).toEqual({ name: '' });
});

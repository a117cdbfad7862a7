import type { Problem } from '@comporta/contract/problem';
import { describe, expect, it } from 'vitest';
import {
  type FormEvent,
  type FormState,
  isSameText,
  problemAt,
  reduceForm,
  startForm,
  withoutProblemsOf,
} from './form-machine.ts';

interface Draft {
  readonly key: string;
  readonly tags: readonly string[];
}

type State = FormState<Draft, string>;
type Event = FormEvent<Draft, string>;

const plan: Draft = { key: 'plan', tags: ['a'] };
const tier: Draft = { key: 'tier', tags: ['a'] };
const theirs: Draft = { key: 'plan', tags: ['b'] };
const emptyKey: Problem = { code: 'EMPTY_KEY', at: ['key'] };
const badTag: Problem = { code: 'BAD_TAG', at: ['tags', 0] };
const wholeForm: Problem = { code: 'TAKEN', at: [] };
const conflict = { version: 3, savedBy: 'Bia', savedAt: '2026-01-31T10:00:00Z' };

const start: State = startForm<Draft, string>({ draft: plan, version: 1 });

function after(state: State, ...events: readonly Event[]): State {
  return events.reduce((current, event) => reduceForm(current, event, isSameText), state);
}

function typed(draft: Draft): Event {
  return { type: 'edited', change: () => draft, keep: () => [] };
}

describe('the form machine', () => {
  it('an edit changes the draft; the saved state and its version stay', () => {
    const edited = after(start, typed(tier));
    expect(edited).toMatchObject({ saved: plan, version: 1, draft: tier });
    expect(isSameText(edited.saved, edited.draft)).toBe(false);
    expect(isSameText(edited.saved, after(edited, typed(plan)).draft)).toBe(true);
  });

  it('a refusal sets the problems and requests the focus again each time', () => {
    const refused = after(start, { type: 'refused', problems: [emptyKey] });
    expect(refused).toMatchObject({ problems: [emptyKey], attempts: 1, isBusy: false });
    const failed = after(refused, { type: 'sent' }, { type: 'failed', failure: 'offline' });
    expect(failed).toMatchObject({ problems: [], failure: 'offline', attempts: 2, isBusy: false });
    expect(after(failed, typed(tier)).failure).toBeUndefined();
  });

  it('edits made during a save stay, whatever the result of the save', () => {
    const sent = after(start, typed(tier), { type: 'sent' }, typed(theirs));
    expect(sent.isBusy).toBe(true);
    const saved = after(sent, { type: 'saved', draft: tier, version: 2 });
    expect(saved).toMatchObject({ saved: tier, version: 2, draft: theirs, isBusy: false });
    expect(after(sent, { type: 'failed', failure: 'offline' }).draft).toBe(theirs);
    expect(after(sent, { type: 'conflicted', conflict })).toMatchObject({
      draft: theirs,
      conflict,
    });
  });

  it('a conflict stays until it is dismissed or the form is sent again', () => {
    const conflicted = after(start, { type: 'sent' }, { type: 'conflicted', conflict });
    expect(conflicted).toMatchObject({ conflict, isBusy: false, attempts: 0 });
    expect(after(conflicted, { type: 'conflictDismissed' }).conflict).toBeUndefined();
    expect(after(conflicted, { type: 'sent' }).conflict).toBeUndefined();
    const replaced = after(conflicted, { type: 'replaced', draft: theirs, version: 3 });
    expect(replaced).toMatchObject({ saved: theirs, draft: theirs, version: 3 });
    expect(replaced.conflict).toBeUndefined();
  });

  it('an unchanged form follows a newly loaded version', () => {
    const followed = after(start, { type: 'loaded', draft: theirs, version: 2 });
    expect(followed).toMatchObject({ saved: theirs, draft: theirs, version: 2 });
  });

  it('a changed form keeps its version, so that the save detects the conflict; a reset takes the newest version', () => {
    const loaded: Event = { type: 'loaded', draft: theirs, version: 2 };
    const kept = after(start, typed(tier), loaded);
    expect(kept).toMatchObject({ saved: plan, draft: tier, version: 1 });
    expect(after(kept, { type: 'reset' })).toMatchObject({ draft: theirs, version: 2 });
    expect(after(start, typed(tier), { type: 'reset' }).draft).toBe(plan);
  });

  it('edits that equal a newly loaded version are saved', () => {
    const saved = after(start, typed(tier), { type: 'loaded', draft: { ...tier }, version: 2 });
    expect(saved).toMatchObject({ saved: tier, version: 2, draft: tier });
  });

  it('a new version with the same content is not a conflict', () => {
    const paused = after(start, typed(tier), { type: 'loaded', draft: { ...plan }, version: 2 });
    expect(paused).toMatchObject({ saved: plan, draft: tier, version: 2 });
  });

  it('a loaded version is ignored during a save, and when it is already known', () => {
    const sent = after(start, { type: 'sent' });
    expect(after(sent, { type: 'loaded', draft: theirs, version: 2 })).toBe(sent);
    expect(after(start, { type: 'loaded', draft: plan, version: 1 })).toBe(start);
  });

  it('an unchanged form follows other content of the same version', () => {
    const followed = after(start, { type: 'loaded', draft: theirs, version: 1 });
    expect(followed).toMatchObject({ saved: theirs, draft: theirs, version: 1 });
  });

  it('a saved state does not change back when an older version is loaded after it', () => {
    const saved = after(
      start,
      typed(tier),
      { type: 'sent' },
      { type: 'saved', draft: tier, version: 2 },
    );
    expect(after(saved, { type: 'loaded', draft: plan, version: 1 })).toBe(saved);
  });

  it('stored edits are restored with the version that they started from', () => {
    const stored = { saved: plan, draft: tier, version: 1, conflict };
    const restored = startForm<Draft, string>({ draft: theirs, version: 3 }, stored);
    expect(restored).toMatchObject({ ...stored, isRestored: true });
    const dropped = after(restored, { type: 'reset' });
    expect(dropped).toMatchObject({ draft: theirs, version: 3, isRestored: false });
    expect(dropped.conflict).toBeUndefined();
  });
});

describe('problems', () => {
  it('belong to the field that their path begins with, or to the form', () => {
    expect(problemAt([badTag, wholeForm], 'tags')).toBe(badTag);
    expect(problemAt([badTag, wholeForm], undefined)).toBe(wholeForm);
    expect(problemAt([badTag, wholeForm], 'key')).toBeUndefined();
  });

  it('are removed by an edit of their field, like those of the whole form; others stay', () => {
    expect(withoutProblemsOf([emptyKey, badTag, wholeForm], ['key'])).toEqual([badTag]);
  });

  it('CON-28: are removed by an edit of any field that they are about', () => {
    const mismatch: Problem = { code: 'DIFFERENT', at: ['confirmation'], also: [['key']] };
    expect(withoutProblemsOf([mismatch, badTag], ['key'])).toEqual([badTag]);
    expect(withoutProblemsOf([mismatch, badTag], ['tags'])).toEqual([mismatch]);
  });

  it('CON-28: a form with one message has none after any edit', () => {
    expect(withoutProblemsOf([emptyKey], ['tags'])).toEqual([]);
  });
});

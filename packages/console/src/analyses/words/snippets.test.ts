import { expect, it } from 'vitest';
import { exposureSnippet, trackSnippet } from './snippets.ts';

const URL = 'https://toggles.example.com';
/** Ends the single quotes, so that the shell fills it in. */
const NOW = `'$(date -u +%FT%TZ)'`;

it('an event of an example is of now, and has another id each time', () => {
  expect(trackSnippet(URL, 'purchase').split('\n').at(-1)).toBe(
    `  -d '{"events":[{"type":"track","id":"user-1-${NOW}","key":"purchase","uid":"user-1","at":"${NOW}"}]}'`,
  );
});

it('a value may have quotes', () => {
  const snippet = exposureSnippet(URL, 'cart', `it's "new"`);
  expect(snippet).toContain(String.raw`"value":"it'\''s \"new\""`);
  expect(snippet).toContain(`"at":"${NOW}"`);
});

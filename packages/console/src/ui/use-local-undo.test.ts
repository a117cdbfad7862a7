import { afterEach, expect, it, vi } from 'vitest';
import { dismissAll, shownToasts, toast } from './toast-store.ts';
import { createLocalUndo } from './use-local-undo.ts';

afterEach(dismissAll);

function texts(): readonly string[] {
  return shownToasts().map(({ text }) => text);
}

it('CON-01: the undo offers of an editor are withdrawn, and no other toast', () => {
  const undo = vi.fn();
  const local = createLocalUndo();
  toast({ text: 'copied' });
  local.offer({ text: 'rule deleted', undo, part: 'a' });
  local.offer({ text: 'reset', undo });
  expect(texts()).toEqual(['copied', 'rule deleted', 'reset']);
  local.withdraw();
  expect(texts()).toEqual(['copied']);
  expect(undo).not.toHaveBeenCalled();
});

it('CON-01: an action on a part withdraws the earlier offer about that part', () => {
  const undo = vi.fn();
  const local = createLocalUndo();
  local.offer({ text: 'type of a changed', undo, part: 'a' });
  local.offer({ text: 'type of b changed', undo, part: 'b' });
  local.withdraw('a');
  local.offer({ text: 'a deleted', undo, part: 'a' });
  expect(texts()).toEqual(['type of b changed', 'a deleted']);
});

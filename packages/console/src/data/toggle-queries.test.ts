import { aToggle } from '@comporta/contract/testing/stored-entities';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { forgetDeletedToggle, toggleQuery, togglesQuery } from './toggle-queries.ts';

const toggle = aToggle({ id: 't' });
/** Not fetched when they mount. */
const FRESH = { staleTime: 60_000 };

afterEach(() => vi.unstubAllGlobals());

it('after a delete, the list is fetched again, and the deleted toggle on the screen is not', async () => {
  const onMissing = vi.fn();
  const client = createQueryClient(onMissing);
  const fetched = vi.fn(async (path: string) =>
    path.endsWith('/toggles')
      ? Response.json([])
      : Response.json({ error_code: 'NOT_FOUND' }, { status: 404 }),
  );
  vi.stubGlobal('fetch', fetched);
  const stops = [
    new QueryObserver(client, { ...togglesQuery('a'), ...FRESH, initialData: [toggle] }).subscribe(
      () => {},
    ),
    new QueryObserver(client, {
      ...toggleQuery('a', 't'),
      ...FRESH,
      initialData: toggle,
    }).subscribe(() => {}),
  ];
  await forgetDeletedToggle(client, 'a');
  // A test of another file in this worker may still be fetching its own things.
  const paths = fetched.mock.calls.map(([path]) => path);
  expect(paths.filter((path) => path.includes('/toggles'))).toEqual(['/api/apps/a/toggles']);
  expect(onMissing).not.toHaveBeenCalled();
  for (const stop of stops) stop();
});

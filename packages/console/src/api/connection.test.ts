import { listApplications } from '@comporta/contract/applications/application-api';
import { getServiceFacts } from '@comporta/contract/service/service-api';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

type Answers = Record<string, () => Response>;

/** Calls of the list of applications and of the facts; every call is answered by path. */
async function startConsole(answers: Answers) {
  vi.stubGlobal('fetch', async (path: string) => answers[path]?.());
  const { call } = await import('./call.ts');
  const { isOnline, watchConnection } = await import('./connection.ts');
  const load = () => call(listApplications, {}).catch(() => {});
  return { load, isOnline, watchConnection };
}

const away = () => Response.json({ error_code: 'SERVICE_UNAVAILABLE' }, { status: 503 });
const busy = () => Response.json({ error_code: 'SERVICE_BUSY' }, { status: 503 });
const APPLICATIONS = listApplications.path;
const FACTS = getServiceFacts.path;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('after eight parallel failures, the first retry comes after one second, and the second after two more', async () => {
  const facts = vi.fn(away);
  const { load, isOnline } = await startConsole({ [APPLICATIONS]: away, [FACTS]: facts });
  await Promise.all(Array.from({ length: 8 }, load));
  expect(isOnline()).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(facts).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1999);
  expect(facts).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(facts).toHaveBeenCalledTimes(2);
});

it('a save that is refused with SERVICE_BUSY does not make the service unavailable', async () => {
  const { load, isOnline } = await startConsole({ [APPLICATIONS]: busy });
  await load();
  expect(isOnline()).toBe(true);
});

it('loads that fail although the service is reached are repeated less and less often', async () => {
  const applications = vi.fn(away);
  const { load, isOnline, watchConnection } = await startConsole({
    [APPLICATIONS]: applications,
    [FACTS]: () => Response.json({}),
  });
  const stop = watchConnection(() => {
    if (isOnline()) void load();
  });
  // Or an answer that comes after the test begins a load, which the next file of this worker sees.
  onTestFinished(stop);
  await load();
  await vi.advanceTimersByTimeAsync(60_000);
  // At 0, 1, 3, 7, 15, 31 s.
  expect(applications).toHaveBeenCalledTimes(6);

  applications.mockImplementation(() => Response.json([]));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(isOnline()).toBe(true);
  applications.mockImplementation(away);
  applications.mockClear();
  await load();
  await vi.advanceTimersByTimeAsync(1000);
  expect(applications).toHaveBeenCalledTimes(2);
});

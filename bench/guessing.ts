/**
 * Measures what who guesses does to who owns the e-mail (done-when 6 of identity): 1,000 addresses try passwords for one
 * e-mail, while its owner logs in again and again from a known browser and, half-way, by a mailed link from a new one.
 * `node bench/guessing.ts [MINUTES]`, by default ten. Exits with 1 when the owner is refused, or waits three times as long
 * as before.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CONSOLE_CLIENT } from '@comporta/contract/sessions/session';
import { startServiceProcess } from '@comporta/server/acceptance/service-process';
import { print, quantile } from './service/numbers.ts';

const MINUTES = Number(process.argv[2] ?? 10);
const ADDRESSES = 1_000;
const GUESSES_PER_SECOND = 50;
const LOGINS_PER_MINUTE = 6;
/** Source: IDN-80. */
const SLOWER_AT_MOST = 3;
const EMAIL = 'ana@example.com';
const PASSWORD = 'abc123';
const NEW_PASSWORD = 'xyz789';
const QUIET_LOGINS = 12;
const LOGINS = MINUTES * LOGINS_PER_MINUTE;

const dataDir = await mkdtemp(join(tmpdir(), 'comporta-guessing-'));
const service = await startServiceProcess({
  DATA_DIR: dataDir,
  SIGNUP: 'open',
  TRUST_PROXY: 'loopback',
});

interface Sent {
  readonly from: string;
  readonly password: string;
  readonly cookie?: string;
}

function logIn({ from, password, cookie = '' }: Sent): Promise<Response> {
  return fetch(`${service.url}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${CONSOLE_CLIENT.id}:${CONSOLE_CLIENT.secret}`)}`,
      'x-forwarded-for': from,
      cookie,
    },
    body: new URLSearchParams({ grant_type: 'password', username: EMAIL, password }),
  });
}

function send(path: string, body: object): Promise<Response> {
  return fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Sets the password by the newest link, as in a browser that was never here. Returns the cookie of that browser. */
async function setPasswordByLink(value: string): Promise<string> {
  const link = await service.passwordLink(EMAIL);
  const id = link.slice(link.lastIndexOf('/') + 1);
  const { headers } = await send(`/api/users/passwords/${id}`, { value, confirmation: value });
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** In milliseconds; infinite when it is refused. */
async function timeLogIn(sent: Sent): Promise<number> {
  const begun = performance.now();
  const { status } = await logIn(sent);
  if (status !== 200) print(`the owner was refused: ${status}`);
  return status === 200 ? performance.now() - begun : Number.POSITIVE_INFINITY;
}

const guesses = new Map<number, number>();
let isOver = false;

/** Sends evenly, whether it is answered or not. */
async function guess(): Promise<void> {
  const sent = new Set<Promise<unknown>>();
  for (let count = 0; !isOver; count += 1) {
    const address = count % ADDRESSES;
    const from = `10.9.${address >> 8}.${address & 255}`;
    const one = logIn({ from, password: `guess${count}` }).then(async (response) => {
      await response.arrayBuffer();
      guesses.set(response.status, (guesses.get(response.status) ?? 0) + 1);
    });
    sent.add(one);
    void one.finally(() => sent.delete(one));
    await pause(1_000 / GUESSES_PER_SECOND);
  }
  await Promise.all(sent);
}

async function logInTimes(count: number, pauseMs: number, sent: Sent): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    times.push(await timeLogIn(sent));
    await pause(pauseMs);
  }
  return times;
}

await send('/api/accounts', {
  userName: 'Ana',
  userEmail: EMAIL,
  companyName: 'Acme',
  acceptTermsAndConditions: true,
});
const cookie = await setPasswordByLink(PASSWORD);
const own = { from: '192.0.2.1', password: PASSWORD, cookie };
const quiet = await logInTimes(QUIET_LOGINS, 7_000, own);
const begun = guess();
const half = await logInTimes(LOGINS / 2, 60_000 / LOGINS_PER_MINUTE, own);
const stranger = await logIn({ from: '192.0.2.2', password: PASSWORD });
const rest = await logInTimes(LOGINS / 2, 60_000 / LOGINS_PER_MINUTE, own);
await send('/api/users/reset-password', { email: EMAIL });
await pause(2_000);
const fromNew = await setPasswordByLink(NEW_PASSWORD);
const byLink = await logIn({ from: '192.0.2.3', password: NEW_PASSWORD, cookie: fromNew });
isOver = true;
await begun;
await service.stop();
await rm(dataDir, { recursive: true });

const times = [...half, ...rest];
const slower = quantile(times, 0.95) / quantile(quiet, 0.95);
print(`guesses by status: ${JSON.stringify(Object.fromEntries(guesses))}`);
print(`known browser: logged in ${times.filter(Number.isFinite).length} of ${times.length} times`);
print(`unknown browser with the right password: ${stranger.status}`);
print(`new browser by a mailed link: ${byLink.status}`);
const [before, beside] = [quiet, times].map((some) => quantile(some, 0.95).toFixed(0));
print(
  `p95 of a login: quiet ${before} ms, while they guess ${beside} ms, ${slower.toFixed(2)} times`,
);
const isGood = times.every(Number.isFinite) && byLink.status === 200 && slower <= SLOWER_AT_MOST;
process.exitCode = isGood ? 0 : 1;

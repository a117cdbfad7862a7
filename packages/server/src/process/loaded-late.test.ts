import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { WITH_KEY } from '../testing/identity/second-factor.ts';
import { spawnService } from '../testing/spawned-service.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const LIBRARIES = ['openid-client', '@simplewebauthn/server', 'otpauth'];
/** The first one that is made loads the data of all languages that it needs, which are up to 8 MB. */
const FORMATS = ['NumberFormat', 'DateTimeFormat', 'Collator', 'PluralRules', 'ListFormat'];

/** Writes to stderr which of these a process loads or makes, and when. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (${JSON.stringify(LIBRARIES)}.includes(name)) console.error(name);
      return next(name, context);
    },
  });
  const tell = (name) => ({
    apply: (...call) => (console.error(name), Reflect.apply(...call)),
    construct: (...call) => (console.error(name), Reflect.construct(...call)),
  });
  for (const name of ${JSON.stringify(FORMATS)}) Intl[name] = new Proxy(Intl[name], tell(name));
  for (const { prototype } of [Number, BigInt, Date]) {
    prototype.toLocaleString = new Proxy(prototype.toLocaleString, tell('toLocaleString'));
  }
`)}`;

it('IDN-81: a node that nobody signs in to by other ways has not loaded their libraries, nor formats of languages', async () => {
  const { url, drop } = await createTestDatabase();
  const service = await spawnService({
    DATABASE_URL: url,
    NODE_OPTIONS: `--import=${WATCH}`,
    ...WITH_KEY,
  });
  await service.ready;
  await fetch(`${service.url}/api/config`);
  await fetch(`${service.url}/readyz`);
  service.process.kill('SIGTERM');
  expect((await service.ended).stderr).toBe('');
  await drop();
});

it('IDN-81: the check of what is loaded would see one', async () => {
  const loading = `import('otpauth').then(() => (10_000).toLocaleString('en'))`;
  const program = [`--import=${WATCH}`, '--eval', loading];
  const cwd = import.meta.dirname;
  const { stderr } = await promisify(execFile)(process.execPath, program, { cwd });
  expect(stderr.trim()).toBe('otpauth\ntoLocaleString');
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { WITH_KEY } from '../../testing/identity/second-factor.ts';
import { spawnService } from '../../testing/spawned-service.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

const LIBRARIES = ['openid-client', '@simplewebauthn/server', 'otpauth'];

/** Writes to stderr which of these a process loads, and when. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (${JSON.stringify(LIBRARIES)}.includes(name)) console.error(name);
      return next(name, context);
    },
  });
`)}`;

it('IDN-81: a node that nobody signs in to by other ways has not loaded their libraries', async () => {
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
  const program = [`--import=${WATCH}`, '--eval', `import('otpauth')`];
  const cwd = import.meta.dirname;
  const { stderr } = await promisify(execFile)(process.execPath, program, { cwd });
  expect(stderr.trim()).toBe('otpauth');
});

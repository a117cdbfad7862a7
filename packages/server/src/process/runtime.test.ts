import { createHook } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const RUNTIME = new URL('../../runtime.js', import.meta.url);

/** The files that a program loads for these modules with the hooks of runtime.js. */
async function filesOf(...modules: readonly string[]): Promise<readonly string[]> {
  const program = `
    await import(${JSON.stringify(RUNTIME.href)});
    const { registerHooks } = await import('node:module');
    const files = [];
    registerHooks({ load(url, context, next) { files.push(url); return next(url, context); } });
    for (const module of ${JSON.stringify(modules)}) await import(module);
    console.log(JSON.stringify(files));`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: fileURLToPath(new URL('.', RUNTIME)),
  });
  return JSON.parse(stdout);
}

it('CODE-12: Drizzle is loaded from its CommonJS files', async () => {
  const files = await filesOf('drizzle-orm', 'drizzle-orm/node-postgres');
  const ofDrizzle = files.filter((file) => file.includes('/node_modules/drizzle-orm/'));
  expect(ofDrizzle.length).toBeGreaterThan(0);
  expect(ofDrizzle.filter((file) => !file.endsWith('.cjs'))).toEqual([]);
});

it("CODE-12: only the English ones of Zod's messages are loaded", async () => {
  const files = await filesOf('zod/mini');
  const texts = files.filter((file) => /\/zod\/.*\/locales\//.test(file));
  expect(texts.map((file) => file.slice(file.lastIndexOf('/')))).toEqual(['/en.js']);
});

it('CODE-12: the objects of process.nextTick have the async type `TickObject`', () => {
  const types = new Set<string>();
  const hook = createHook({ init: (_id, type) => types.add(type) }).enable();
  process.nextTick(() => {});
  hook.disable();
  expect(types).toContain('TickObject');
});

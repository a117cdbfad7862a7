import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@comporta/server/testing/spawned-service';
import type { Target } from './load.ts';

/** The service's own responses to one body, which `bare-server.ts` imitates. */
export interface Templates {
  readonly one: string;
  readonly all: string;
}

/** Starts bare node:http, which evaluates with closures written by hand or sends one constant body. */
export async function startBareServer(
  mode: 'evaluate' | 'constant',
  templates: Templates,
  body: string,
): Promise<Target> {
  const port = await findFreePort();
  const script = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
  const parameters = [script, mode, String(port), JSON.stringify(templates)];
  const child = spawn(process.execPath, parameters, { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    await pause(50);
    const answer = await fetch(url, { method: 'POST', body }).catch(() => undefined);
    if (answer?.ok) return { url, process: child };
  }
}

import { parseArgs } from 'node:util';
import { compile } from '@comporta/engine/compile';
import { explain } from '@comporta/engine/explain';
import { readSnapshot } from '@comporta/engine/read-snapshot';
import { z } from 'zod';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { readJsonFile } from './json-file.ts';
import { SERVICE_OPTIONS, SERVICE_USAGE, serviceOf } from './service.ts';

export const EVALUATE: Command = {
  summary: 'Say what toggles return to a user, and why',
  usage: `evaluate [TOGGLE…] [--uid UID] [--property KEY=VALUE…] [--snapshot FILE]
  TOGGLE              names of toggles; all of them when none is given
  --uid UID           whom splits are about
  --property KEY=VALUE  may be given several times
  --snapshot FILE     what GET /api/sdk/snapshot answered, in place of asking a service
${SERVICE_USAGE}
                      the key of an environment

Answers JSON: for each toggle its value and reason, and what each rule found.`,
  async run(args, readSettings) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        ...SERVICE_OPTIONS,
        uid: { type: 'string' },
        property: { type: 'string', multiple: true },
        snapshot: { type: 'string' },
      },
      allowPositionals: true,
    });
    const context = { uid: values.uid, properties: propertiesOf(values.property ?? []) };
    const given: unknown =
      values.snapshot === undefined
        ? await serviceOf(values, readSettings()).get('/api/sdk/snapshot')
        : await readJsonFile(values.snapshot, z.unknown());
    const snapshot = readSnapshot(given);
    if (snapshot === undefined) {
      throw new CommandFailure(`${values.snapshot ?? 'what the service answered'} is no snapshot`);
    }
    const compiled = compile(snapshot);
    const names = positionals.length > 0 ? positionals : snapshot.toggles.map(({ name }) => name);
    const explanations = names.map((name) => {
      const explanation = explain(compiled, name, context);
      if (explanation === undefined) throw new CommandFailure(`there is no toggle ${name}`);
      return explanation;
    });
    const { environment, revision } = snapshot;
    const answer = { environment: environment.name, revision, toggles: explanations };
    process.stdout.write(`${JSON.stringify(answer, undefined, 2)}\n`);
  },
};

function propertiesOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const end = pair.indexOf('=');
      if (end < 1) throw new CommandFailure(`--property ${pair}: write KEY=VALUE`, 2);
      return [pair.slice(0, end), pair.slice(end + 1)];
    }),
  );
}

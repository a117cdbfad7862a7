import { parseArgs } from 'node:util';
import { compile } from '@comporta/engine/compile';
import { explain } from '@comporta/engine/explain';
import type { Snapshot } from '@comporta/engine/snapshot';
import { z } from 'zod';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { readJsonFile } from './json-file.ts';
import { SERVICE_OPTIONS, SERVICE_USAGE, serviceOf } from './service.ts';

/** What the service answers as a snapshot; whether its parts fit together the engine survives. */
const snapshotSchema = z.looseObject({
  revision: z.number(),
  environment: z.looseObject({ name: z.string() }),
  properties: z.array(z.looseObject({ id: z.string(), key: z.string() })),
  targetGroups: z.array(z.looseObject({ id: z.string() })),
  toggles: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  experiments: z.array(z.looseObject({ id: z.string(), rules: z.array(z.looseObject({})) })),
});

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
    const snapshot =
      values.snapshot === undefined
        ? await serviceOf(values, readSettings()).get<Snapshot>('/api/sdk/snapshot')
        : await readSnapshotFile(values.snapshot);
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

async function readSnapshotFile(file: string): Promise<Snapshot> {
  // As much as the schema says was looked at.
  return (await readJsonFile(file, snapshotSchema)) as unknown as Snapshot;
}

function propertiesOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const end = pair.indexOf('=');
      if (end < 1) throw new CommandFailure(`--property ${pair}: write KEY=VALUE`, 2);
      return [pair.slice(0, end), pair.slice(end + 1)];
    }),
  );
}

import { parseArgs } from 'node:util';
import { evaluateFlags } from '@comporta/contract/evaluation/ofrep-api';
import { type CompiledSnapshot, compile, listsUsedBy } from '@comporta/engine/compile';
import { explain } from '@comporta/engine/explain';
import { holdLists } from '@comporta/engine/id-lists/id-lists';
import { listItems } from '@comporta/engine/operators/list';
import { readSnapshot } from '@comporta/engine/read-snapshot';
import type { Snapshot } from '@comporta/engine/snapshot';
import { z } from 'zod';
import { isClientKey } from '../identity/keys/environment-key.ts';
import type { Command } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { readJsonFile } from './json-file.ts';
import { type AskedService, SERVICE_OPTIONS, SERVICE_USAGE, serviceOf } from './service.ts';

export const EVALUATE: Command = {
  summary: 'Print what toggles return for a user, and why',
  usage: `evaluate [TOGGLE…] [--uid UID] [--property KEY=VALUE…] [--snapshot FILE]
  TOGGLE              names of toggles; all toggles by default
  --uid UID           the user id, which splits need
  --property KEY=VALUE  a property of the user, can be repeated; a list has its texts separated by commas
  --snapshot FILE     a stored answer of GET /api/sdk/snapshot, used instead of a service; it has no ids of lists,
                      so toggles that ask for one return their default
${SERVICE_USAGE}
                      the key of an environment, or its client key (cpt_web_…)

Prints JSON: the value and the reason of each toggle, and the result of each rule. With a client key it prints what
pages and apps get: the toggles that are available to them, without the rules.`,
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
    const settings = readSettings();
    if (
      values.snapshot === undefined &&
      isClientKey(values.key ?? settings.comportaKeys[0] ?? '')
    ) {
      print(await askAsClient(serviceOf(values, settings), positionals, context));
      return;
    }
    const service = values.snapshot === undefined ? serviceOf(values, settings) : undefined;
    const given: unknown =
      values.snapshot === undefined
        ? await service?.get('/api/sdk/snapshot')
        : await readJsonFile(values.snapshot, z.unknown());
    const snapshot = readSnapshot(given);
    if (snapshot === undefined) {
      throw new CommandFailure(
        `${values.snapshot ?? 'the response of the service'} is not a snapshot`,
      );
    }
    const compiled = await compileWithLists(snapshot, service);
    const properties = withLists(context.properties, snapshot);
    const names = positionals.length > 0 ? positionals : snapshot.toggles.map(({ name }) => name);
    const explanations = names.map((name) => {
      const explanation = explain(compiled, name, { uid: context.uid, properties });
      if (explanation === undefined) throw new CommandFailure(`there is no toggle ${name}`);
      return explanation;
    });
    const { environment, revision } = snapshot;
    print({ environment: environment.name, revision, toggles: explanations });
  },
};

/** With the lists that its rules ask for, from the service. */
async function compileWithLists(
  snapshot: Snapshot,
  service: AskedService | undefined,
): Promise<CompiledSnapshot> {
  const compiled = compile(snapshot);
  const used = listsUsedBy(compiled);
  if (service === undefined || used.size === 0) return compiled;
  const lists = holdLists();
  for (const id of used) lists.holderOf(id).ids = await service.list(id);
  return compile(snapshot, undefined, lists);
}

function print(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer, undefined, 2)}\n`);
}

interface BulkAnswer {
  readonly flags: readonly { readonly key: string }[];
  readonly metadata: object;
}

/** The response that pages and apps get: values and reasons of the toggles that are available to them. */
async function askAsClient(
  service: AskedService,
  names: readonly string[],
  { uid, properties }: { uid: string | undefined; properties: Record<string, string> },
): Promise<object> {
  const context = { ...properties, ...(uid !== undefined && { targetingKey: uid }) };
  const { flags, metadata } = await service.post<BulkAnswer>(evaluateFlags.path, { context });
  const missing = names.find((name) => !flags.some(({ key }) => key === name));
  if (missing !== undefined)
    throw new CommandFailure(`no toggle ${missing} is available to clients`);
  const asked = flags.filter(({ key }) => names.length === 0 || names.includes(key));
  return { ...metadata, toggles: asked };
}

/** The texts between the commas of a property of type LIST. */
function withLists(
  given: Readonly<Record<string, string>>,
  { properties }: Snapshot,
): Record<string, string | string[]> {
  const lists = new Set(properties.filter(({ type }) => type === 'LIST').map(({ key }) => key));
  return Object.fromEntries(
    Object.entries(given).map(([key, text]) => [key, lists.has(key) ? listItems(text) : text]),
  );
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

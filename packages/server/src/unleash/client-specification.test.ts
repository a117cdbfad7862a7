import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compile } from '@comporta/engine/compile';
import { evaluate } from '@comporta/engine/evaluate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplication, createCompany } from '../testing/builders.ts';
import { snapshotOfDocument } from '../testing/document-snapshot.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { importUnleash, type UnleashImport } from './import-unleash.ts';
import { type UnleashState, unleashStateSchema } from './unleash-state.ts';

interface UnleashContext {
  readonly userId?: string;
  readonly sessionId?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Case {
  readonly description: string;
  readonly context: UnleashContext;
  readonly toggleName: string;
  readonly expectedResult: boolean;
}

interface SpecificationFile {
  readonly name: string;
  readonly state?: unknown;
  readonly tests?: readonly Case[];
}

const require = createRequire(import.meta.url);
const FOLDER = path.dirname(
  require.resolve('@unleash/client-specification/specifications/index.json'),
);
/** The context fields that an application may send as uid. Each is a separate import of the same export. */
const IDENTITIES = ['default', 'sessionId', 'customField'];

const files: SpecificationFile[] = readdirSync(FOLDER)
  .filter((name) => /^\d\d-/.test(name))
  .sort()
  .map((name) => JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8')));
/** The other files are about a protocol between Unleash and its SDKs. */
const states = files.filter(({ state }) => unleashStateSchema.safeParse(state).success);

function imported(state: unknown, identity: string): UnleashImport {
  const parsed: UnleashState = unleashStateSchema.parse(state);
  return importUnleash(parsed, { application: 'Shop', environment: 'Production', identity });
}

function uidOf({ userId, sessionId, properties }: UnleashContext, identity: string) {
  if (identity === 'default') return userId ?? sessionId;
  return identity === 'sessionId' ? sessionId : (properties?.[identity] as string | undefined);
}

/** The remark of the import about the feature, and the answer for the context. */
function ask(
  { context, toggleName }: Case,
  { document, remarks }: UnleashImport,
  identity: string,
) {
  const remark = remarks.find(
    ({ feature, result }) => feature === toggleName && result !== 'WITHOUT_VARIANTS',
  );
  const { properties, ...fields } = context;
  const outcome = evaluate(compile(snapshotOfDocument(document, 'Production')), toggleName, {
    uid: uidOf(context, identity),
    properties: { ...fields, ...properties },
  });
  // A toggle that does not exist is off, in Unleash and for a client with a default value.
  return { remark, answer: outcome?.value === 'enabled' };
}

describe('the specification of Unleash clients', () => {
  it('every feature that is imported active answers as Unleash does; all others are listed with a reason', () => {
    const counts = { exact: 0, wrong: 0, inapplicable: 0, notRepresentable: 0, stillRight: 0 };
    const wrong: string[] = [];
    const reasons = new Map<string, number>();
    const ofIdentity = new Map<string, number>();
    for (const file of files) {
      if (!states.includes(file)) counts.inapplicable += file.tests?.length ?? 0;
    }
    for (const { name, state, tests = [] } of states) {
      const imports = IDENTITIES.map((identity) => [identity, imported(state, identity)] as const);
      for (const test of tests) {
        const answers = imports.map(([identity, result]) => ({
          identity,
          ...ask(test, result, identity),
        }));
        const [first] = answers;
        const said = answers.find(({ remark }) => remark === undefined);
        if (said === undefined) {
          const reason = `${name}: ${first?.remark?.result} ${first?.remark?.reason}`;
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
          counts.notRepresentable++;
          if (first?.answer === test.expectedResult) counts.stillRight++;
        } else if (said.answer === test.expectedResult) {
          counts.exact++;
          ofIdentity.set(said.identity, (ofIdentity.get(said.identity) ?? 0) + 1);
        } else {
          counts.wrong++;
          wrong.push(`${name}: ${test.description} (${test.toggleName})`);
        }
      }
    }
    const lines = [
      JSON.stringify(counts),
      `exact by what is sent as uid: ${JSON.stringify(Object.fromEntries(ofIdentity))}`,
      ...[...reasons].map(([reason, count]) => `${count} × ${reason}`),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    expect(wrong).toEqual([]);
    expect(counts.exact).toBeGreaterThanOrEqual(176);
    expect(counts.exact + counts.notRepresentable + counts.inapplicable).toBe(227);
  });

  describe('on a server', () => {
    let server: TestServer;
    let token: string;
    let accountId: string;
    beforeAll(async () => {
      server = await startTestServer();
      ({ token, accountId } = await createCompany(server));
    });
    afterAll(() => server.close());

    it.each(states)('$name is imported, and exported without changes', async ({ state }) => {
      for (const identity of IDENTITIES) {
        const { id } = await createApplication(server, accountId);
        const { document } = imported(state, identity);
        const answer = await server.call('POST', `/api/apps/${id}/import`, {
          token,
          body: document,
        });
        expect(answer).toMatchObject({ status: 200 });
        const { body } = await server.call<object>('GET', `/api/apps/${id}/export`, { token });
        const sorted = (value: object) => JSON.parse(JSON.stringify(value));
        expect(sorted(body).experiments).toHaveLength(document.experiments.length);
        expect(sorted(body).toggles).toHaveLength(document.toggles.length);
      }
    });
  });
});

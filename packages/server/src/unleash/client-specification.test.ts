import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compile } from '@comporta/engine/compile';
import { evaluate } from '@comporta/engine/evaluate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ForeignImport } from '../foreign/foreign-document.ts';
import { createApplication, createCompany } from '../testing/builders.ts';
import { snapshotOfDocument } from '../testing/document-snapshot.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { importUnleash } from './import-unleash.ts';
import { DEFAULT_IDENTITY } from './rollout.ts';
import type { ImportPromise } from './strategy.ts';
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
const files: SpecificationFile[] = readdirSync(FOLDER)
  .filter((name) => /^\d\d-/.test(name))
  .sort()
  .map((name) => JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8')));
/** The other files are about a protocol between Unleash and its SDKs. */
const states = files.filter(({ state }) => unleashStateSchema.safeParse(state).success);

function imported(state: unknown, promises: readonly ImportPromise[] = []): ForeignImport {
  const parsed: UnleashState = unleashStateSchema.parse(state);
  const destination = {
    application: 'Shop',
    environment: 'Production',
    identity: DEFAULT_IDENTITY,
  };
  return importUnleash(parsed, { ...destination, promises });
}

/** The remark of the import about the feature, and the answer for the context. */
function ask({ context, toggleName }: Case, { document, remarks }: ForeignImport) {
  const remark = remarks.find(
    ({ feature, result }) =>
      feature === toggleName && (result === 'PAUSED' || result === 'LEFT_OUT'),
  );
  const { properties, ...fields } = context;
  const outcome = evaluate(compile(snapshotOfDocument(document, 'Production')), toggleName, {
    uid: context.userId ?? context.sessionId,
    properties: { ...fields, ...properties },
  });
  // A toggle that does not exist is off, in Unleash and for a client with a default value.
  return { remark, answer: outcome?.value === 'enabled' };
}

describe('the specification of Unleash clients', () => {
  it.each<[string, number, ImportPromise[]]>([
    ['one import', 200, []],
    ['one import with the promise that currentTime is sent', 208, ['current-time-is-sent']],
  ])(
    'RUL-61: %s answers as Unleash does in %i of 227 cases, and lists the others with a reason',
    (_what, expected, promises) => {
      const counts = { exact: 0, wrong: 0, inapplicable: 0, notRepresentable: 0, stillRight: 0 };
      const wrong: string[] = [];
      const reasons = new Map<string, number>();
      for (const file of files) {
        if (!states.includes(file)) counts.inapplicable += file.tests?.length ?? 0;
      }
      for (const { name, state, tests = [] } of states) {
        const result = imported(state, promises);
        for (const test of tests) {
          const { remark, answer } = ask(test, result);
          const isRight = answer === test.expectedResult;
          if (remark !== undefined) {
            const reason = `${name}: ${remark.result} ${remark.reason}`;
            reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
            counts.notRepresentable++;
            if (isRight) counts.stillRight++;
          } else if (isRight) {
            counts.exact++;
          } else {
            counts.wrong++;
            wrong.push(`${name}: ${test.description} (${test.toggleName})`);
          }
        }
      }
      const lines = [
        JSON.stringify(counts),
        ...[...reasons].map(([reason, count]) => `${count} × ${reason}`),
      ];
      process.stdout.write(`${lines.join('\n')}\n`);
      expect(wrong).toEqual([]);
      expect(counts.exact).toBe(expected);
      expect(counts.exact + counts.notRepresentable + counts.inapplicable).toBe(227);
    },
  );

  describe('on a server', () => {
    let server: TestServer;
    let token: string;
    let accountId: string;
    beforeAll(async () => {
      server = await startTestServer();
      ({ token, accountId } = await createCompany(server));
    });
    afterAll(() => server.close());

    it.each(states)('$name is imported, and imported again without changes', async ({ state }) => {
      const { id } = await createApplication(server, accountId);
      const { document } = imported(state, ['current-time-is-sent']);
      const path = `/api/apps/${id}/import`;
      const answer = await server.call('POST', path, { token, body: document });
      expect(answer).toMatchObject({ status: 200 });
      const { body } = await server.call<object>('GET', `/api/apps/${id}/export`, { token });
      expect(body).toMatchObject({
        experiments: { length: document.experiments.length },
        toggles: { length: document.toggles.length },
      });
      const again = await server.call('POST', path, { token, body: document });
      expect(again).toMatchObject({ status: 200, body: { changes: [] } });
    });
  });
});

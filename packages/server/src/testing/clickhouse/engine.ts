import { createRequire } from 'node:module';

/**
 * The engine of ClickHouse in a process of its own, with a folder: the only argument. It is told statements one after the
 * other, and answers each with its text, or with the engine's exception. It may be killed at any time.
 */

export interface Statement {
  readonly id: number;
  /** Run one after the other; the result of the last is the answer. */
  readonly texts: readonly string[];
  readonly format: string;
}

export type Ran =
  | { readonly id: number; readonly text: string }
  | { readonly id: number; readonly exception: string };

interface Session {
  queryAsync(text: string, options: { readonly format: string }): Promise<{ text(): string }>;
}

const require = createRequire(
  new URL('../../../../../conformance/clickhouse/package.json', import.meta.url),
);
/** A dependency of that package, and of no other. */
const ENGINE = 'chdb';
const { Session: Engine } = require(ENGINE) as {
  readonly Session: new (
    folder: string,
  ) => Session; // The package is not installed where types are checked.
};
const session = new Engine(process.argv[2] ?? '');

let running: Promise<unknown> = Promise.resolve();
process.on('message', (statement: Statement) => {
  running = running.then(async () => {
    process.send?.(await run(statement));
  });
});
process.on('disconnect', () => process.exit());

async function run({ id, texts, format }: Statement): Promise<Ran> {
  try {
    let text = '';
    for (const one of texts) text = (await session.queryAsync(one, { format })).text();
    return { id, text };
  } catch (error) {
    return { id, exception: error instanceof Error ? error.message : String(error) };
  }
}

process.send?.({ id: 0, text: 'ready' });

import { glob } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NounSample } from './samples.ts';

const SOURCES = path.resolve(import.meta.dirname, '..');

let found: Promise<readonly NounSample[]> | undefined;

/** The samples of all nouns. Their files are looked for, so that no list can be out of date. */
export function everySample(): Promise<readonly NounSample[]> {
  found ??= findSamples();
  return found;
}

/** What saves send, by the names of their endpoints. */
export async function everySaveSample(): Promise<NounSample['saves']> {
  return Object.assign({}, ...(await everySample()).map(({ saves }) => saves));
}

async function findSamples(): Promise<readonly NounSample[]> {
  const samples: NounSample[] = [];
  for await (const file of glob('*/*-sample.ts', { cwd: SOURCES })) {
    const { SAMPLE }: { readonly SAMPLE: NounSample } = await import(
      pathToFileURL(path.join(SOURCES, file)).href
    );
    samples.push(SAMPLE);
  }
  return samples.sort((a, b) => (a.path < b.path ? -1 : 1));
}

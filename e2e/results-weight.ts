import { existsSync, readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { bytesOf } from './budget-measures.ts';

const CONSOLE = new URL('../packages/console/dist/', import.meta.url);

export interface Weight {
  /** Bytes of JavaScript transferred over the network. */
  readonly script: number;
  /** Whether it included the code that draws charts. */
  readonly hasCharts: boolean;
}

/** Measures what a page loads with an empty cache. `logIn` creates the session. */
export async function weighPage(
  browser: Browser,
  { baseURL, path }: { readonly baseURL: string; readonly path: string },
  logIn: (page: Page) => Promise<void>,
): Promise<Weight> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await logIn(page);
  const files: string[] = [];
  page.on('response', (response) => files.push(new URL(response.url()).pathname));
  const { script } = await bytesOf(page, path);
  await context.close();
  return { script, hasCharts: files.some(drawsCharts) };
}

/** Whether a file contains chart modules, according to its source map. */
function drawsCharts(file: string): boolean {
  const map = new URL(`.${file}.map`, CONSOLE);
  if (!file.endsWith('.js') || !existsSync(map)) return false;
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { readonly sources: string[] };
  return sources.some((source) => /\/d3-(scale|shape)\/|\/analyses\/charts\//.test(source));
}

import * as z from 'zod/mini';
import type { Checked } from './problem.ts';
import { documented } from './shapes.ts';

export const PAGE_MAX_SIZE = 100;
export const PAGE_DEFAULT_SIZE = 20;
/** Nobody has so many pages, and times the largest size it is still an exact number. */
const LAST_PAGE = 999_999_999;

/** Text, because what is no whole number is refused by `checkPage`, with a code of its own. */
export const pageQueryShape = {
  page: documented(z.optional(z.string()), { description: 'Counts from 1, which is the default.' }),
  size: documented(z.optional(z.string()), {
    description: `Entries per page: ${PAGE_DEFAULT_SIZE} unless told, at most ${PAGE_MAX_SIZE}.`,
  }),
};

export interface PageQuery {
  readonly page?: string | undefined;
  readonly size?: string | undefined;
}

export interface Page {
  readonly page: number;
  readonly size: number;
}

/**
 * A larger size counts as the largest, a larger page is as empty as the last one; anything but a
 * whole number of at least 1 is refused.
 */
export function checkPage(query: PageQuery): Checked<Page, 'INVALID_PAGE'> {
  const page = parseCount(query.page ?? '1');
  const size = parseCount(query.size ?? String(PAGE_DEFAULT_SIZE));
  if (page === undefined) return refuse('page');
  if (size === undefined) return refuse('size');
  return {
    ok: true,
    value: { page: Math.min(page, LAST_PAGE), size: Math.min(size, PAGE_MAX_SIZE) },
  };
}

function parseCount(text: string): number | undefined {
  return /^0*[1-9]\d*$/.test(text) ? Number(text) : undefined;
}

function refuse(field: string): Checked<never, 'INVALID_PAGE'> {
  return { ok: false, problems: [{ code: 'INVALID_PAGE', at: [field], meta: { field } }] };
}

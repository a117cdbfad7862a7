import * as z from 'zod/mini';
import type { Checked } from './problem.ts';
import { documented } from './shapes.ts';

/** Entries. */
export const PAGE_MAX_SIZE = 100;
/** Entries. */
export const PAGE_DEFAULT_SIZE = 20;
/** More pages than can exist. Multiplied by the largest size, it is still an exact number. */
const LAST_PAGE = 999_999_999;

/** Text, so that `checkPage` can refuse anything but a positive integer with its own code. */
export const pageQueryShape = {
  page: documented(z.optional(z.string()), { description: 'Page number, from 1 (default).' }),
  size: documented(z.optional(z.string()), {
    description: `Entries per page, at most ${PAGE_MAX_SIZE}; default ${PAGE_DEFAULT_SIZE}.`,
  }),
};

/** As a query has it: texts that may be anything. */
export interface PageQuery {
  readonly page?: string | undefined;
  readonly size?: string | undefined;
}

/** `page` counts from 1; `size` is the number of entries of a full page. */
export interface Page {
  readonly page: number;
  readonly size: number;
}

/**
 * Sizes above the maximum count as the maximum. Page numbers above the limit count as the limit, which is an empty
 * page. INVALID_PAGE for anything but an integer of at least 1.
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

import { sql as raw } from 'drizzle-orm';
import { analyses } from '../tables/analyses.ts';
import { toggles } from '../tables/toggles.ts';

/** The name of the toggle of an analysis, in a query that joins toggles; for a deleted one the last name (RES-120). */
export const TOGGLE_NAME = raw<string>`coalesce(${toggles.name}, ${analyses.deletedToggleName}, '')`;

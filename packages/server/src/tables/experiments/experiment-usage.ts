import { asc, sql as raw } from 'drizzle-orm';
import { byName } from '../by-name.ts';
import { experiments } from '../experiments.ts';
import { toggles } from '../toggles.ts';

/** The columns of an experiment that uses an entity. Its name is the toggle's, so the query must join toggles. */
export const EXPERIMENT_USAGE = {
  type: raw<'experiment'>`'experiment'`,
  id: experiments.id,
  name: toggles.name,
  envId: experiments.environmentId,
};

/** The order in which usages are listed. */
export const BY_NAME = [byName(toggles.name), asc(experiments.environmentId)];

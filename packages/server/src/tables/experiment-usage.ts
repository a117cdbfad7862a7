import { asc, sql as raw } from 'drizzle-orm';
import { byName } from './by-name.ts';
import { experiments } from './experiments.ts';
import { toggles } from './toggles.ts';

/** An experiment as the place where something is used, named after its toggle, which has to be joined. */
export const EXPERIMENT_USAGE = {
  type: raw<'experiment'>`'experiment'`,
  id: experiments.id,
  name: toggles.name,
  envId: experiments.environmentId,
};

/** The order in which usages are listed. */
export const BY_NAME = [byName(toggles.name), asc(experiments.environmentId)];

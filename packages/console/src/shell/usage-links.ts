import type { Usage } from '@comporta/contract/usage';
import { ApiError } from '../api/api-error.ts';
import { pathTo } from './paths.ts';

/** Links to what stands in the way, when a refusal ("used in …") says where. */
export function usageLinks(appId: string, error: unknown): { label: string; to: string }[] {
  return error instanceof ApiError ? linksTo(appId, error.meta.items) : [];
}

/** The same for what a refusal calls by a name of its own. */
export function linksTo(appId: string, items: unknown): { label: string; to: string }[] {
  if (!Array.isArray(items)) return [];
  const usages: readonly Usage[] = items; // As the contract has it; the server checks it.
  return usages.map(({ type, id, name, envId = '' }) => ({
    label: name,
    to:
      type === 'experiment'
        ? pathTo('experiment', { appId, envId, id })
        : pathTo('targetGroup', { appId, id }),
  }));
}

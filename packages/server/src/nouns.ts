import { followAnalyses } from './analyses/phases/follow-analyses.ts';
import type { OnChange } from './platform/identity/on-change.ts';

/** What hears of every change of an application, in its transaction; the order is the meaning. */
export const ON_CHANGE: readonly OnChange[] = [followAnalyses];

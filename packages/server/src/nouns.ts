import { sweepUnconfirmedAccounts } from './accounts/unconfirmed-account-repository.ts';
import { forgetMeasurer } from './analyses/people-repository.ts';
import { followAnalyses } from './analyses/phases/follow-analyses.ts';
import { forgetFavourites } from './favourites/favourite-repository.ts';
import { sweepDeliveries } from './notifications/delivery-repository.ts';
import type { Examination } from './platform/database/examine-database.ts';
import type { Sweep } from './platform/database/expired-rows.ts';
import type { OnChange } from './platform/identity/application-scope.ts';
import type { ForgetIn } from './platform/identity/forgotten-person.ts';
import { examineArchived } from './toggles/archived-repository.ts';
import { forgetOwner } from './toggles/owner-names-repository.ts';
import { forgetViews, sweepViews } from './views/view-repository.ts';

/** What hears of every change of an application, in its transaction; the order is the meaning. */
export const ON_CHANGE: readonly OnChange[] = [followAnalyses];

/** What nouns hold of people, beside the names in columns such as `saved_by`. */
export const HELD_OF_PEOPLE: readonly ForgetIn[] = [
  forgetFavourites,
  forgetViews,
  forgetOwner,
  forgetMeasurer,
];

/** What nouns keep only for a time. */
export const SWEEPS: readonly Sweep[] = [sweepDeliveries, sweepViews, sweepUnconfirmedAccounts];

/** What `comporta check` looks for in what is stored. */
export const EXAMINATIONS: readonly Examination[] = [examineArchived];

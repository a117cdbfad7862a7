import type { DocumentList, LISTED_NOUNS } from '@comporta/contract/nouns/document-lists';
import type { EntityType } from '@comporta/contract/nouns/records';
import { forgetInPolicy } from './accounts/sign-in-policy/forget-in-policy-repository.ts';
import { sweepUnconfirmedAccounts } from './accounts/unconfirmed-account-repository.ts';
import { openAnalysesByMetric } from './analyses/metric-use-repository.ts';
import { forgetMeasurer } from './analyses/people-repository.ts';
import { followAnalyses } from './analyses/phases/follow-analyses.ts';
import { enforceEnvironmentLimit } from './applications/enforce-environment-limit.ts';
import { saveEnvironments } from './applications/save-environments.ts';
import { readEnvironmentsOf, readTouchedBy } from './audit-logs/environment-usage-repository.ts';
import { mayTouchEnvironments } from './audit-logs/touched-environments.ts';
import { admitChanges } from './change-policies/admit-changes.ts';
import { forgetInRequests } from './change-requests/change-request-repository.ts';
import { sweepRequests } from './change-requests/expire-requests.ts';
import { holdOverlaps } from './change-requests/hold-overlaps.ts';
import { forgetInEntries } from './change-requests/keeping/request-entry-repository.ts';
import type { ReadsOf } from './change-requests/requests.ts';
import { examineGoingBack } from './conditions/going-back-repository.ts';
import { examineNewerWords } from './conditions/newer-words-repository.ts';
import { refuseBesideOlderNodes } from './conditions/refuse-beside-older-nodes.ts';
import { forgetInItems } from './deleted-items/deleted-item-repository.ts';
import type { Restorers } from './deleted-items/restore-item.ts';
import * as draftedExperiment from './experiments/drafted-experiment.ts';
import { findExperimentState } from './experiments/edits/experiment-edits.ts';
import * as experimentChanges from './experiments/experiment-changes.ts';
import { deleteExperimentRows } from './experiments/experiment-repository.ts';
import { namedIds } from './experiments/named-ids.ts';
import { refuseUnsound } from './experiments/require-sound-dependencies.ts';
import { restoreExperiment } from './experiments/restore-experiment.ts';
import { writeExperiments } from './experiments/write-experiments.ts';
import { forgetFavourites } from './favourites/favourite-repository.ts';
import { sweepFreezes } from './freezes/freeze-repository.ts';
import { ID_LISTS } from './id-lists/id-list-noun.ts';
import { sweepParts } from './id-lists/part-repository.ts';
import { METRICS } from './metrics/metric-noun.ts';
import { sweepDeliveries } from './notifications/delivery-repository.ts';
import type { OnChange } from './platform/callers/application-scope.ts';
import type { Plans } from './platform/config/plans.ts';
import type { Examination } from './platform/database/examine-database.ts';
import type { Sweep } from './platform/database/expired-rows.ts';
import { enforcePlanLimit, requireRoom } from './platform/limits/enforce-plan-limit.ts';
import type { ForgetIn } from './platform/nouns/forgotten-person.ts';
import { restoreOne } from './platform/nouns/verbs.ts';
import { PROPERTY_EDITS } from './properties/property-edits.ts';
import { PROPERTIES } from './properties/property-noun.ts';
import { restoreTargetGroup } from './target-groups/restore-target-group.ts';
import { TARGET_GROUP_EDITS } from './target-groups/target-group-edits.ts';
import { TARGET_GROUPS } from './target-groups/target-group-noun.ts';
import { examineArchived } from './toggles/archived-repository.ts';
import { forgetOwner } from './toggles/owner-names-repository.ts';
import { requireFewTags } from './toggles/require-few-tags.ts';
import { restoreToggle } from './toggles/restore-toggle.ts';
import { findToggleState } from './toggles/toggle-edits.ts';
import { TOGGLES } from './toggles/toggle-noun.ts';
import { MAX_TOGGLES } from './toggles/toggle-repository.ts';
import { lostValues, requireUnused } from './toggles/value-usage.ts';
import type { DocumentPart } from './transfer/document-part.ts';
import type { EntityRules } from './transfer/entity-rules.ts';
import { NAMING_PROPERTIES } from './transfer/naming-properties.ts';
import { forgetViews, sweepViews } from './views/view-repository.ts';

/** What change requests compare. */
const READS: ReadsOf = {
  experiment: { find: findExperimentState },
  toggle: { find: findToggleState },
  targetGroup: TARGET_GROUP_EDITS,
  property: PROPERTY_EDITS,
};

/** What every change of an application means, in its transaction; the order of what hears of it is the meaning. */
export const ON_CHANGE: OnChange = {
  hearings: [
    () => followAnalyses(mayTouchEnvironments),
    refuseBesideOlderNodes,
    () => holdOverlaps(READS),
  ],
  readEnvironmentsOf,
  admit: admitChanges(readTouchedBy),
};

/** What nouns hold of people, beside the names in columns such as `saved_by`. */
export const HELD_OF_PEOPLE: readonly ForgetIn[] = [
  forgetFavourites,
  forgetViews,
  forgetOwner,
  forgetMeasurer,
  forgetInItems,
  forgetInRequests,
  forgetInEntries,
  forgetInPolicy,
];

/** What nouns keep only for a time. */
export const SWEEPS: readonly Sweep[] = [
  sweepDeliveries,
  sweepViews,
  sweepUnconfirmedAccounts,
  sweepRequests,
  sweepFreezes,
  sweepParts,
];

/** What `comporta check` looks for in what is stored. */
export const EXAMINATIONS: readonly Examination[] = [
  examineArchived,
  examineNewerWords,
  examineGoingBack,
];

/** The list of a document that has entities of a type. */
type ListOf<Type extends EntityType> = {
  [List in DocumentList]: (typeof LISTED_NOUNS)[List]['type'] extends Type ? List : never;
}[DocumentList];

/**
 * `apart`: transfer reads and plans it itself. `stays here`: it belongs to one installation, and so is in no document; what
 * has a list of documents cannot say that.
 */
type DocumentPlacement<Type extends EntityType> = [ListOf<Type>] extends [never]
  ? 'apart' | 'stays here'
  : 'apart' | (DocumentPart & { readonly list: ListOf<Type> });

/** Where each kind of entity is in an application's document; the parts in the order in which an import writes them. */
const IN_DOCUMENTS = {
  application: 'apart',
  environment: 'apart',
  environmentKey: 'stays here',
  clientKey: 'stays here',
  property: {
    list: 'properties',
    noun: PROPERTIES,
    usesOf: (id, { ofProperty, ofPropertyInGroups }) => [
      ['PROPERTY_USED_IN_EXPERIMENTS', ofProperty.get(id)],
      ['PROPERTY_USED_IN_TARGET_GROUPS', ofPropertyInGroups.get(id)],
    ],
  },
  idList: {
    list: 'idLists',
    noun: ID_LISTS,
    remark: 'EMPTY_LIST',
    usesOf: (id, { ofIdList }) => [['LIST_IN_USE', ofIdList.get(id)]],
  },
  targetGroup: {
    list: 'targetGroups',
    noun: TARGET_GROUPS,
    naming: NAMING_PROPERTIES,
    usesOf: (id, { ofTargetGroup }) => [['TARGET_GROUP_USED_IN_EXPERIMENT', ofTargetGroup.get(id)]],
  },
  toggle: {
    list: 'toggles',
    noun: TOGGLES,
    usesOf: (id, { ofToggle, asDependency }) => [
      ['EXPERIMENT_EXISTS', ofToggle.get(id)],
      ['EXPERIMENT_DEPENDENCY_EXISTS', asDependency.get(id)],
    ],
  },
  experiment: 'apart',
  metric: {
    list: 'metrics',
    noun: METRICS,
    usesOf: (id, { ofMetric }) => [['METRIC_IN_USE', ofMetric.get(id)]],
  },
  eventKey: 'stays here',
  analysis: 'stays here',
  changeRequest: 'stays here',
  freeze: 'stays here',
  user: 'stays here',
  account: 'stays here',
  accountKey: 'stays here',
  signInPolicy: 'stays here',
  token: 'stays here',
  provider: 'stays here',
} as const satisfies { readonly [Type in EntityType]: DocumentPlacement<Type> };

const DOCUMENT_PARTS: readonly DocumentPart[] = Object.values(IN_DOCUMENTS).filter(
  (part) => typeof part === 'object',
);

/** How each noun stores again what was deleted. */
export function restorersOf(plans: Plans): Restorers {
  return {
    property: (call, kept) => restoreOne(PROPERTIES, call, kept),
    targetGroup: restoreTargetGroup,
    toggle: (call, kept) => restoreToggle(call, kept, plans),
    experiment: restoreExperiment,
  };
}

/** The nouns and rules of all slices, for `transfer`, the only slice that uses them together. */
export function entityRules(plans: Plans): EntityRules {
  const limit = { plans, of: MAX_TOGGLES };
  return {
    parts: DOCUMENT_PARTS,
    environments: {
      requireRoom: ({ actor }, count) => enforceEnvironmentLimit(plans, actor.plan, count),
      save: saveEnvironments,
    },
    toggles: {
      requireRoom: ({ sql, actor }, added) => requireRoom(sql, actor, { ...limit, added }),
      enforceLimit: ({ sql, actor }) => enforcePlanLimit(sql, actor, { ...limit, added: 0 }),
      requireFewTags,
      lostValues,
      requireUnused,
    },
    experiments: {
      create: draftedExperiment.newExperiment,
      edit: draftedExperiment.editedExperiment,
      withStatus: draftedExperiment.withStatus,
      created: experimentChanges.experimentCreated,
      edited: experimentChanges.experimentEdited,
      deleted: experimentChanges.experimentDeleted,
      statusChanged: experimentChanges.statusChanged,
      namedIds,
      refuseUnsound,
      write: writeExperiments,
      remove: deleteExperimentRows,
    },
    usesByMetric: openAnalysesByMetric,
  };
}

import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './accounts/account-routes.ts';
import { signInPolicyRoutes } from './accounts/sign-in-policy-routes.ts';
import * as signUps from './accounts/unconfirmed-account-repository.ts';
import { hasOpenAnalysisWith } from './analyses/analysis-repository.ts';
import { analysisRoutes } from './analyses/analysis-routes.ts';
import { keepResults } from './analyses/keep-results.ts';
import { openAnalysesByMetric } from './analyses/metric-use-repository.ts';
import { beginPhases } from './analyses/phases/begin-phases.ts';
import type { Looking } from './analyses/results/look-at-phase.ts';
import { MAX_APPS } from './applications/application-repository.ts';
import { applicationRoutes } from './applications/application-routes.ts';
import { auditLogRoutes } from './audit-logs/audit-log-routes.ts';
import { changePolicyRoutes } from './change-policies/change-policy-routes.ts';
import { changeRequestRoutes } from './change-requests/change-request-routes.ts';
import { keepApplying } from './change-requests/keep-applying.ts';
import { sweepClosedRequests } from './change-requests/keeping/closed-request-repository.ts';
import type { EditsOf } from './change-requests/requests.ts';
import { fileImport } from './change-requests/sources/file-import.ts';
import { codeReferenceRoutes } from './code-references/code-reference-routes.ts';
import { compareRoutes } from './compare/compare-routes.ts';
import { sweepItems } from './deleted-items/deleted-item-repository.ts';
import { deletedItemRoutes } from './deleted-items/deleted-item-routes.ts';
import { edgeNodeRoutes, mayFeed } from './edge-nodes/edge-node-routes.ts';
import { openAdmission } from './evaluation/admission/admit.ts';
import { countLimited } from './evaluation/admission/limited.ts';
import type { Instruments } from './evaluation/admission/shares.ts';
import { DATA_PLANE_ENDPOINTS, dataPlaneRoutes } from './evaluation/data-plane-routes.ts';
import { openDayQuota } from './evaluation/events/day-quota.ts';
import { recordExposures } from './evaluation/events/exposure-recorder.ts';
import { keepLastSeen } from './evaluation/last-seen.ts';
import { refuseUnrouted } from './evaluation/ofrep/ofrep-errors.ts';
import { playgroundRoutes } from './evaluation/playground-routes.ts';
import { createStreamLimit } from './evaluation/stream-limit.ts';
import { reportsOf } from './evaluation/uses/noted-reports.ts';
import { noteUsage } from './evaluation/uses/usage-notes.ts';
import type { Gathering } from './event-store/ingest/commit-line.ts';
import { openEventIngest } from './event-store/ingest/event-ingest.ts';
import { openOtherStore } from './event-store/open-other-store.ts';
import { eitherAway } from './event-store/other-store.ts';
import { keepCounting } from './event-store/postgres/keep-counting.ts';
import { openPostgresEventStore } from './event-store/postgres/postgres-event-store.ts';
import { keepUses } from './event-store/uses/keep-uses.ts';
import { sweepUses } from './event-store/uses/sweep-uses.ts';
import { eventRoutes } from './events/event-routes.ts';
import { takeExperimentAway } from './experiments/delete-experiment.ts';
import { experimentRoutes } from './experiments/experiment-routes.ts';
import {
  type EditExperiment,
  experimentEditor,
  rerandomiseExperiment,
} from './experiments/save-experiment.ts';
import { countStaleTogglesOf } from './experiments/stale-toggles.ts';
import { favouriteRoutes } from './favourites/favourite-routes.ts';
import { freezeRoutes } from './freezes/freeze-routes.ts';
import { findListsWith } from './id-lists/check-ids.ts';
import { idListRoutes } from './id-lists/id-list-routes.ts';
import { encryptionKeysOf } from './identity/encryption-keys.ts';
import { keepSweepingFormerKeys } from './identity/keys/former-keys.ts';
import { composeMails } from './identity/mails/compose-mail.ts';
import { createPasskeys, type Passkeys } from './identity/passkeys/passkeys.ts';
import { resealRows } from './identity/sealed-rows-repository.ts';
import { createSealing, type Sealing } from './identity/sealing.ts';
import { accountKeyRoutes } from './keys/account-key-routes.ts';
import { environmentKeyRoutes } from './keys/environment-key-routes.ts';
import { makeDeviceToken } from './keys/tokens/make-token.ts';
import { revokeToken } from './keys/tokens/revoke-token.ts';
import { requireRoomForToken } from './keys/tokens/token-repository.ts';
import { tokenRoutes } from './keys/tokens/token-routes.ts';
import { lifecycleRoutes } from './lifecycle/lifecycle-routes.ts';
import { readStaleIds } from './lifecycle/lifecycles.ts';
import { keepTellingOfStale } from './lifecycle/stale-digest.ts';
import { limitsRoutes } from './limits/limits-routes.ts';
import { metricRoutes } from './metrics/metric-routes.ts';
import { keepDelivering } from './notifications/delivery-worker.ts';
import { notificationRoutes } from './notifications/notification-routes.ts';
import { openWebhookSender } from './notifications/webhook-sender.ts';
import { entityRules, ON_CHANGE, restorersOf, SWEEPS } from './nouns.ts';
import type { Log } from './platform/base/log.ts';
import { waitAtMost } from './platform/base/wait-at-most.ts';
import { keepSessionUses } from './platform/callers/session-uses.ts';
import { keepNumbering } from './platform/changes/number-entries.ts';
import type { Config } from './platform/config/config.ts';
import type { Database, Sql } from './platform/database/database.ts';
import { keepSweeping } from './platform/database/expired-rows.ts';
import { REMOTE_STORAGE, watchStorage } from './platform/database/storage.ts';
import type { JobProgram } from './platform/http/large/run-job.ts';
import { createServer, type Server } from './platform/http/route.ts';
import { openMailDelivery } from './platform/mail/mail-delivery.ts';
import { keepSendingMail } from './platform/mail/mail-sender.ts';
import { keepSweepingOutbox, outboxIn } from './platform/mail/outbox.ts';
import { guardWebhookAddresses } from './platform/webhooks/webhook-addresses.ts';
import { healthRoutes } from './process/health.ts';
import type { Measure } from './process/measure.ts';
import { openHttp } from './process/open-http.ts';
import { proxiesOf } from './process/proxies.ts';
import { propertyRoutes } from './properties/property-routes.ts';
import { admitByTicket } from './providers/admit-by-ticket.ts';
import { openConnections } from './providers/connections.ts';
import { openIdentityFetch } from './providers/identity-fetch.ts';
import { confirmByTicket, connectProven } from './providers/own-identities.ts';
import { readOffered } from './providers/provider-repository.ts';
import { providerRoutes } from './providers/provider-routes.ts';
import type { SignOn } from './providers/sign-on.ts';
import { callbackRoute } from './providers/sign-on-routes.ts';
import { requestEdits } from './request-edits.ts';
import { searchRoutes } from './search/search-routes.ts';
import { serviceRoutes } from './service/service-routes.ts';
import { createTallies, serviceMeasures, type Tallies } from './service-measures.ts';
import { sweepKnownBrowsers } from './sessions/browsers/known-browser-repository.ts';
import { passwordRoutes } from './sessions/password-routes.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { keepFailedSignIns } from './sessions/sign-in-log/failed-sign-ins.ts';
import { sweepSignIns } from './sessions/sign-in-log/sign-in-log-repository.ts';
import { signInLogRoutes } from './sessions/sign-in-log/sign-in-log-routes.ts';
import { CONSOLE_FOLDER, serveConsole } from './site/console-files.ts';
import { serveApiDocumentation } from './site/openapi/api-documentation.ts';
import { type BuiltPackage, builtPackages, IS_RELEASE } from './site/packages/built-packages.ts';
import { packageRoutes, packagesUrl, storePackages } from './site/packages/packages.ts';
import { CONSOLE_RULES, servePages, VIEWER_RULES } from './site/pages.ts';
import { cacheSnapshots } from './snapshot/database-snapshots.ts';
import type { Snapshots } from './snapshot/snapshots.ts';
import { targetGroupRoutes } from './target-groups/target-group-routes.ts';
import { MAX_TOGGLES } from './toggles/toggle-repository.ts';
import { toggleRoutes } from './toggles/toggle-routes.ts';
import { transferRoutes } from './transfer/transfer-routes.ts';
import { usageRoutes } from './usage/usage-routes.ts';
import { signedOnUsers } from './users/signed-on-user.ts';
import { MAX_USERS } from './users/user-repository.ts';
import { userRoutes } from './users/user-routes.ts';
import { viewRoutes } from './views/view-routes.ts';

/**
 * What a process runs for a large import. The largest document and as much stored data take half of this heap; with
 * what is outside of it, the process has 700 MB at most.
 */
export const IMPORT_JOB: JobProgram = {
  module: new URL('./import-job.ts', import.meta.url),
  heapMegabytes: 512,
};

/** What a process runs for the file of an id list: it holds the file and the hashes, and little else. */
export const CONTENT_JOB: JobProgram = {
  module: new URL('./list-content-job.ts', import.meta.url),
  heapMegabytes: 256,
  givesWay: true,
};

/** The longest time that a start waits for snapshots: enough for 1,000 small environments, or three of 10,000 toggles. */
const PRELOAD_MS = 5_000;

export interface AppDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  /** Aborted when the process is shutting down: it is no longer ready, and streams end. */
  readonly stopping: AbortSignal;
  readonly tallies?: Tallies;
  /** What tells how busy this node is; by default its clock and event loop. */
  readonly instruments?: Instruments;
  /** When events of calls are stored together in this service's own database; by default GATHERED. */
  readonly gathering?: Gathering;
  /** How often it sends and applies what is due; by default each second. */
  readonly everyMs?: number;
  /** The packages for clients that this program brings. */
  readonly ownPackages?: readonly BuiltPackage[];
  readonly importJob?: JobProgram;
  readonly contentJob?: JobProgram;
}

/** The whole service, ready to listen. */
export async function buildApp({
  config,
  database,
  log,
  stopping,
  tallies = createTallies(),
  instruments,
  gathering,
  everyMs,
  ownPackages: own = builtPackages(),
  importJob = IMPORT_JOB,
  contentJob = CONTENT_JOB,
}: AppDependencies): Promise<FastifyInstance> {
  const measures: Measure[] = [];
  const http = openHttp({ config, log, database, refuseUnrouted, measures });
  const snapshots = cacheSnapshots(database, log, {
    changes: tallies.changes,
    dropped: tallies.snapshotsDropped,
    mostToggles: config.snapshotBudget,
  });
  const lastSeen = keepLastSeen(database.sql, log);
  const sessionUses = keepSessionUses(database.sql, log);
  const failedSignIns = keepFailedSignIns(database.sql, log);
  const mail = keepSendingMail({
    sql: database.sql,
    compose: composeMails(config.publicUrl),
    deliver: openMailDelivery(config, log),
    keepsNotices: config.smtpUrl === undefined,
    log,
    outcomes: tallies.mails,
  });
  const keys = encryptionKeysOf(config);
  const sealing = createSealing(keys);
  const passkeys = createPasskeys({ publicUrl: config.publicUrl, sealing });
  const outbox = keepSweepingOutbox(outboxIn(config.dataDir), log);
  const webhookAddresses = guardWebhookAddresses(config.webhookAllowCidrs);
  const connections = openConnections(
    openIdentityFetch(guardWebhookAddresses(config.identityAllowCidrs)),
  );
  const signOn: SignOn = { sealing, connections, publicUrl: config.publicUrl };
  const deliveries = keepDelivering(database.sql, openWebhookSender(webhookAddresses), {
    log,
    outcomes: tallies.deliveries,
    publicUrl: config.publicUrl,
    everyMs,
  });
  const telling = keepTellingOfStale({ ...config, sql: database.sql, log });
  const sweeping = keepSweeping(database.sql, log, [
    ...SWEEPS,
    resealRows(keys, sealing),
    (sql) => sweepItems(sql, config.deletedKeptDays),
    (sql) => sweepClosedRequests(sql, config.auditKeptDays),
    (sql) => sweepSignIns(sql, config.signInsKeptDays),
    sweepKnownBrowsers,
    sweepUses(config.usageKeptDays),
  ]);
  const sweepingKeys = keepSweepingFormerKeys(database.sql, log);
  const numbering = keepNumbering(database.sql, log);
  const editExperiment = experimentEditor(beginPhases);
  const other = await openOtherStore({ config, sql: database.sql, log });
  const storeOn = other?.on ?? openPostgresEventStore;
  const look = (sql: Sql) => ({ sql, store: storeOn(sql) });
  const edits = requestEdits({ ...config, editExperiment, look });
  const applying = keepApplying({
    database,
    log,
    edits,
    onChange: ON_CHANGE,
    onCommitted: (applicationId) => snapshots.refreshApplication(applicationId),
    everyMs,
  });
  const store = storeOn(database.sql);
  const counting = keepCounting({
    sql: database.sql,
    log,
    keptDays: config.eventsKeptDays,
    other,
    ...keepResults({ sql: database.sql, store }),
  });
  const usage = noteUsage();
  const uses = keepUses({
    sql: database.sql,
    log,
    takeNoted: () => reportsOf(usage.take()),
  });
  const ingest = openEventIngest({
    sql: database.sql,
    store,
    uses,
    pulse: other === undefined ? database.pulse : eitherAway(database.pulse, other.pulse),
    gathering: other?.gathering ?? gathering,
    log,
    onStored: counting.stored,
    onDropped: (environmentId) => tallies.exposuresDropped.add(environmentId),
    onCounterDropped: (environmentId) => tallies.countersDropped.add(environmentId),
  });
  const dayQuota = openDayQuota({ store, log, most: config.eventsPerDay });
  // Snapshots are read before the node is ready, so that the first requests do not wait for them.
  http.addHook('onReady', () => waitAtMost(PRELOAD_MS, snapshots.caughtUp));
  if (IS_RELEASE) http.addHook('onReady', () => storePackages({ sql: database.sql, own }, log));
  http.addHook('onClose', async () => {
    await snapshots.close();
    other?.stopCounting();
    await counting.close();
    await dayQuota.close();
    await ingest.close();
    await uses.close();
    await other?.close();
    await lastSeen.close();
    await sessionUses.close();
    await failedSignIns.close();
    await mail.close();
    await outbox.close();
    await telling.close();
    await deliveries.close();
    await connections.close();
    await sweeping.close();
    await sweepingKeys.close();
    await numbering.close();
    await applying.close();
  });
  const storage =
    config.databaseUrl === undefined
      ? watchStorage(path.join(config.dataDir, 'postgres'), log)
      : REMOTE_STORAGE;
  const limited = countLimited({ log, counts: ingest.counts });
  const admission = openAdmission({
    config,
    proxies: proxiesOf(config.trustProxy),
    limited,
    instruments,
  });
  // Before the server waits for its open calls.
  http.addHook('preClose', async () => admission.close());
  const streamLimit = createStreamLimit(config.streamsPerEnvironment, limited);
  measures.push(
    ...serviceMeasures(tallies, {
      sql: database.sql,
      snapshots,
      streamLimit,
      storage,
      admission,
      dayQuota,
      events: other?.pulse,
    }),
  );
  healthRoutes(http, { sql: database.sql, storage, events: other?.pulse, stopping });
  dataPlaneRoutes(http, {
    snapshots,
    openWithAccountKey: async ({ key, environmentId }, lane) =>
      (await mayFeed(database.callers(lane), key, environmentId))
        ? snapshots.ofEnvironment(environmentId)
        : undefined,
    lastSeen,
    evaluations: tallies.evaluations,
    measuring: {
      recorder: recordExposures(ingest, dayQuota.isUsedUp),
      intake: { ingest, storage, dayQuota },
    },
    usage,
    stopping,
    ofrepOrigins: config.ofrepAllowedOrigins,
    streamLimit,
    admission,
  });

  const server = createServer(http, {
    database,
    callShares: admission.people,
    sessionUses,
    storage,
    stopping,
    settings: { plans: config.plans, deletedKeptDays: config.deletedKeptDays },
    onChange: ON_CHANGE,
    async onCommitted({ applicationId, hasQueuedMail }) {
      if (hasQueuedMail) mail.runNow();
      if (applicationId !== undefined) await snapshots.refreshApplication(applicationId);
    },
  });
  const { publicUrl } = config;
  packageRoutes(http, { sql: database.sql, publicUrl, own });
  const packages = packagesUrl({ publicUrl, own });
  routesOfSlices(server, {
    config,
    packages,
    snapshots,
    deliveries,
    webhookAddresses,
    look,
    ingest,
    flushUses: uses.flush,
    importJob,
    contentJob,
    editExperiment,
    edits,
    sealing,
    failedSignIns,
    passkeys,
    signOn,
  });
  callbackRoute(http, database.sql, signOn);
  await servePages(http, VIEWER_RULES, (pages) =>
    serveApiDocumentation(pages, [...DATA_PLANE_ENDPOINTS, ...server.endpoints]),
  );
  await servePages(http, CONSOLE_RULES, (pages) => serveConsole(pages, CONSOLE_FOLDER));
  return http;
}

interface Slices {
  readonly config: Config;
  readonly packages: string | undefined;
  readonly snapshots: Snapshots;
  readonly deliveries: ReturnType<typeof keepDelivering>;
  readonly webhookAddresses: ReturnType<typeof guardWebhookAddresses>;
  readonly look: (sql: Sql) => Looking;
  readonly ingest: ReturnType<typeof openEventIngest>;
  readonly flushUses: () => Promise<void>;
  readonly importJob: JobProgram;
  readonly contentJob: JobProgram;
  readonly editExperiment: EditExperiment;
  readonly edits: EditsOf;
  readonly sealing: Sealing;
  readonly failedSignIns: ReturnType<typeof keepFailedSignIns>;
  readonly passkeys: Passkeys;
  readonly signOn: SignOn;
}

/** Registers the routes for sessions and account keys, one line for each slice. */
function routesOfSlices(server: Server, slices: Slices): void {
  const { config, packages, snapshots, deliveries, webhookAddresses, look, ingest } = slices;
  const { editExperiment, edits } = slices;
  accountKeyRoutes(server, config);
  tokenRoutes(server, config);
  accountRoutes(server, config);
  applicationRoutes(server, { plans: config.plans, webhookAddresses });
  auditLogRoutes(server);
  changePolicyRoutes(server);
  changeRequestRoutes(server, { edits, onChange: ON_CHANGE });
  codeReferenceRoutes(server, (sql, applicationId) => readStaleIds(sql, applicationId, config));
  edgeNodeRoutes(server);
  environmentKeyRoutes(server, config, look);
  experimentRoutes(server, { ...config, editExperiment });
  favouriteRoutes(server);
  freezeRoutes(server);
  lifecycleRoutes(server, {
    ...config,
    countSoleValues: (sql, applicationId) => countStaleTogglesOf(sql, applicationId, config),
  });
  limitsRoutes(server, config, { apps: MAX_APPS, toggles: MAX_TOGGLES, users: MAX_USERS });
  notificationRoutes(server, deliveries);
  passwordRoutes(server, { ...config, signUps });
  playgroundRoutes(server, snapshots);
  idListRoutes(server, { plans: config.plans, contentJob: slices.contentJob });
  propertyRoutes(server);
  providerRoutes(server, slices.signOn);
  searchRoutes(server);
  metricRoutes(server, { isMeasured: hasOpenAnalysisWith, usesByMetric: openAnalysesByMetric });
  analysisRoutes(server, { look, rerandomise: rerandomiseExperiment, editExperiment });
  eventRoutes(server, { erase: ingest.erase, findLists: findListsWith, look });
  serviceRoutes(server, {
    ...config,
    packagesUrl: packages,
    passkeys: slices.passkeys,
    readOffered,
  });
  const people = signedOnUsers({ ...config, freeUnconfirmedEmail: signUps.freeUnconfirmedEmail });
  signInPolicyRoutes(server);
  sessionRoutes(server, {
    ...config,
    sealing: slices.sealing,
    failedSignIns: slices.failedSignIns,
    passkeys: slices.passkeys,
    admitByTicket: admitByTicket(people),
    confirmByTicket,
    makeDeviceToken,
    requireRoomForToken,
    revokeToken,
    connectProven,
  });
  signInLogRoutes(server);
  targetGroupRoutes(server);
  toggleRoutes(server, { ...config, takeExperimentAway });
  compareRoutes(server);
  deletedItemRoutes(server, {
    keptDays: config.deletedKeptDays,
    restorers: restorersOf(config.plans),
  });
  transferRoutes(server, {
    rules: entityRules(config.plans),
    file: (call, filed) => fileImport(call, filed, edits),
    importJob: slices.importJob,
  });
  usageRoutes(server, slices.flushUses);
  userRoutes(server, { ...config, freeUnconfirmedEmail: signUps.freeUnconfirmedEmail });
  viewRoutes(server);
}

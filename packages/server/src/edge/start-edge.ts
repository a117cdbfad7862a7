import path from 'node:path';
import { keepListFiles } from '@comporta/client-core/node/keep-list-files';
import { admissionMeasures } from '../evaluation/admission/admission-measures.ts';
import { openAdmission } from '../evaluation/admission/admit.ts';
import { countLimited } from '../evaluation/admission/limited.ts';
import type { Instruments } from '../evaluation/admission/shares.ts';
import type { DataPlane } from '../evaluation/data-plane.ts';
import { dataPlaneRoutes } from '../evaluation/data-plane-routes.ts';
import { recordExposures } from '../evaluation/events/exposure-recorder.ts';
import { refuseUnrouted } from '../evaluation/ofrep/ofrep-errors.ts';
import { createStreamLimit } from '../evaluation/stream-limit.ts';
import type { Log } from '../platform/base/log.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { isKeyOfCompany } from '../platform/callers/actor.ts';
import type { Config } from '../platform/config/config.ts';
import { closeServer } from '../process/close-server.ts';
import { listen } from '../process/listen.ts';
import { openHttp } from '../process/open-http.ts';
import { proxiesOf } from '../process/proxies.ts';
import type { Service } from '../process/run-service.ts';
import { type FeedSet, openAccountFeeds } from './account-feeds.ts';
import { edgeRoutes } from './edge-routes.ts';
import { cacheEdgeSnapshots } from './edge-snapshots.ts';
import { openEdgeEvents } from './events/edge-events.ts';
import { forwardEvents } from './events/forward-events.ts';
import { type EnvironmentKeys, type Feed, openFeed } from './feed.ts';
import { awaitRefusals } from './refused-keys.ts';
import { snapshotFilesIn } from './snapshot-files.ts';
import { type Credential, upstreamAt } from './upstream.ts';

interface Edge {
  readonly config: Config;
  readonly log: Log;
  readonly upstream: string;
  readonly keys: readonly string[];
  /** How busy the node is, and the clock of what a caller may take; by default those of this process. */
  readonly instruments?: Instruments;
}

/** Starts the data plane alone. It answers from the last snapshots of an upstream, which it also stores on disk. */
export async function startEdge(options: Edge): Promise<Service> {
  const { config, log, upstream: url, keys, instruments } = options;
  const upstream = upstreamAt(url);
  const folder = path.join(config.dataDir, 'edge');
  const files = snapshotFilesIn(folder, log);
  const listFiles = keepListFiles(
    (id) => path.join(folder, `${id}.list`),
    (file, error) => log.warn({ err: error, file }, 'a list could not be written to disk'),
  );
  const kept = await files.readAll(new Set(keys.map(hashSecret)));
  const environmentFeeds: Feed[] = [];
  const accountFeeds: FeedSet[] = [];
  const feeds = () => [...environmentFeeds, ...accountFeeds.flatMap((set) => set.feeds())];
  const isIncomplete = () =>
    environmentFeeds.some((feed) => isPending(feed)) ||
    accountFeeds.some((set) => !set.isListed() || set.feeds().some(isPending));

  const snapshots = cacheEdgeSnapshots({
    isIncomplete,
    async refresh(environmentId, revision) {
      const feed = feeds().find((one) => one.status().environmentId === environmentId);
      await feed?.refresh(revision);
    },
    keepList: listFiles.keep,
  });
  for (const one of kept) await snapshots.put(one);
  // Environments with only a client key all have the same hash, an empty one.
  const keptOf = ({ key, environmentId }: Credential, keyHash: string) =>
    kept.find(
      ({ snapshot: { environment }, ...one }) =>
        one.keyHash === keyHash &&
        one.openedBy === hashSecret(key) &&
        (environmentId ?? environment.id) === environment.id,
    );
  const holdsAny = () => feeds().some((feed) => feed.status().revision !== undefined);
  const refusals = awaitRefusals({
    upstream: url,
    count: keys.length,
    isNeeded: () => kept.length > 0 || holdsAny(),
  });
  for (const [index, key] of keys.entries()) {
    // The log has no part of a key.
    const logOfKey = keys.length > 1 ? log.child({ key: `${index + 1} of ${keys.length}` }) : log;
    const open = (credential: Credential, of: EnvironmentKeys, refused?: () => void) =>
      openFeed({
        upstream,
        credential,
        keys: of,
        kept: keptOf(credential, of.keyHash),
        snapshots,
        files,
        listFiles,
        log: logOfKey,
        onRefusedAtStart: refused,
      });
    if (!isKeyOfCompany(key)) {
      environmentFeeds.push(open({ key }, { keyHash: hashSecret(key) }, refusals.note));
    } else {
      const drop = (id: string, closed: Promise<void> | undefined) => {
        snapshots.drop(id, hashSecret(key));
        // A file that stays was fetched with a key that is no longer valid.
        const remove = () => files.remove(id, hashSecret(key)).catch(() => {});
        void Promise.resolve(closed).then(remove);
      };
      const ofKey = kept
        .filter(({ openedBy }) => openedBy === hashSecret(key))
        .map(({ snapshot, keyHash, former }) => ({ id: snapshot.environment.id, keyHash, former }));
      accountFeeds.push(
        openAccountFeeds({
          upstream,
          key,
          log: logOfKey,
          kept: ofKey,
          openFeed: open,
          drop,
          onRefusedAtStart: refusals.note,
        }),
      );
    }
  }

  const stopping = new AbortController();
  const limited = countLimited({ log });
  const proxies = proxiesOf(config.trustProxy);
  const events = await openEdgeEvents({
    upstream: url,
    keys,
    keyOf: snapshots.keyOf,
    folder: path.join(folder, 'events'),
    mostBytes: config.edgeSpoolBytes,
    log,
  });
  const admission = openAdmission({ config, proxies, limited, instruments });
  const http = openHttp({
    config,
    log,
    measures: [...admissionMeasures(admission), ...events.measures],
    database: { connections: () => ({ open: 0, idle: 0, waiting: 0 }) },
    refuseUnrouted,
  });
  edgeRoutes(http, {
    stopping: stopping.signal,
    // A node whose keys are all refused must not take the traffic of one that answers.
    isReady: () => holdsAny() && (kept.length > 0 || !isIncomplete()),
    statuses: () => feeds().map((feed) => feed.status()),
    eventsOf: events.status,
  });
  const plane: DataPlane = {
    snapshots,
    // Not noted here, because the upstream sees this node's own streams.
    lastSeen: { seen() {}, snapshotRead() {}, seenInPage() {}, ruleServed() {} },
    openWithAccountKey: async () => undefined,
    stopping: stopping.signal,
    ofrepOrigins: config.ofrepAllowedOrigins,
    streamLimit: createStreamLimit(config.streamsPerEnvironment, limited),
    admission,
    measuring: { recorder: recordExposures(events.exposures) },
    usage: events.uses.notes,
  };
  dataPlaneRoutes(http, plane);
  // A scope of its own, because it does not parse request bodies.
  http.register((scope, _options, done) => {
    forwardEvents(scope, plane, events);
    done();
  });
  await listen(http, config);
  return {
    welcome: `Comporta is ready at http://${config.host}:${config.port} as an edge of ${url}`,
    failed: refusals.failed,
    async stop() {
      stopping.abort();
      for (const feed of environmentFeeds) await feed.close();
      for (const set of accountFeeds) await set.close();
      await listFiles.finish();
      await closeServer(http);
      await events.close();
      admission.close();
    },
  };
}

function isPending(feed: Feed): boolean {
  const { revision, refused } = feed.status();
  return revision === undefined && !refused;
}

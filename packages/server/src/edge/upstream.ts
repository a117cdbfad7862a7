import { type Service, ServiceRefusal, serviceAt } from '@comporta/client-core/service';
import {
  EDGE_ENVIRONMENT_HEADER,
  edgeEnvironmentSchema,
  listEdgeEnvironments,
} from '@comporta/contract/edge-nodes/edge-node-api';
import { z } from 'zod';
import { RELAY } from '../event-store/uses/program.ts';
import { inTurns } from '../platform/base/in-turns.ts';
import { VERSION } from '../platform/base/version.ts';
import { parseSnapshotInSteps } from './parse-snapshot-in-steps.ts';

const ANSWER_MS = 15_000;

/** The credential for one environment: its own key, or an account key and the environment's id. */
export interface Credential {
  readonly key: string;
  readonly environmentId?: string | undefined;
}

export interface Upstream {
  /** The environments that an account key gives access to. */
  listEnvironments(key: string, signal: AbortSignal): Promise<z.infer<typeof environmentsSchema>>;
  /** A client for one environment. `onLists` is called with what the upstream tells of its lists. */
  open(credential: Credential, onLists?: (text: string) => void): Service;
}

const environmentsSchema = z.array(edgeEnvironmentSchema);

export function upstreamAt(url: string): Upstream {
  function open({ key, environmentId }: Credential, onLists?: (text: string) => void): Service {
    const headers = {
      'user-agent': `comporta-edge/${VERSION} ${RELAY}`,
      ...(environmentId !== undefined && { [EDGE_ENVIRONMENT_HEADER]: environmentId }),
    };
    // Parsing a large snapshot in one turn would block the event loop.
    const parse = (json: string) => inTurns(parseSnapshotInSteps(json));
    return serviceAt({ url, key, headers, answerMs: ANSWER_MS, fetch, parse, onLists });
  }

  return {
    open,
    async listEnvironments(key, signal) {
      const path = listEdgeEnvironments.path.slice(1);
      return environmentsSchema.parse(await open({ key }).fetchJson(path, signal));
    },
  };
}

/**
 * Whether the upstream said that a key is not valid, so that its environments must be closed. A proxy in between may
 * also answer 401; only the error code of the service counts.
 */
export function isKeyRefused(error: unknown): boolean {
  return error instanceof ServiceRefusal && error.status === 401 && error.code === 'UNAUTHORIZED';
}

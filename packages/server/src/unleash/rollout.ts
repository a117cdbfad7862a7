import { SALT_MAX_CHARS } from '@comporta/contract/nouns/document-lists';
import { requireStorable } from '../foreign/require-storable.ts';
import { UnsupportedFeature } from '../foreign/unsupported-feature.ts';
import type { UnleashConstraint, UnleashStrategy } from './unleash-state.ts';

/** Unleash's own default: the userId, or the sessionId of users without one. */
export const DEFAULT_IDENTITY = 'default';

/** How many of its audience a strategy lets in, and by which hash. */
export interface Share {
  /** A whole number from 0 to 100. */
  readonly percent: number;
  /** Undefined when no hash is needed, because all users or none are let in. */
  readonly salt: string | undefined;
  /** The context field that is hashed; undefined for the uid. */
  readonly by?: string | undefined;
}

interface Rollout {
  readonly share: Share;
  /** The constraints in the strategy's own parameters. */
  readonly constraints: readonly UnleashConstraint[];
  /** A context field without which a user is not let in. */
  readonly needs?: string | undefined;
}

const EVERYONE: Share = { percent: 100, salt: undefined };

/** Converts a strategy; `salt` is empty where it is the feature's name. Throws UnsupportedFeature. */
export function rolloutOf({ name, parameters }: UnleashStrategy, identity: string): Rollout {
  const parameter = (key: string) => String(parameters?.[key] ?? '').trim();
  const salt = parameter('groupId');
  switch (name) {
    case 'default':
      return { share: EVERYONE, constraints: [] };
    case 'userWithId':
      return {
        share: EVERYONE,
        constraints: [
          { contextName: 'userId', operator: 'IN', values: itemsOf(parameter('userIds')) },
        ],
      };
    case 'remoteAddress': {
      const addresses = parameter('IPs');
      // Without a network, Unleash compares texts.
      const operator = addresses.includes('/') ? 'IN_CIDR' : 'IN';
      return {
        share: EVERYONE,
        constraints: [{ contextName: name, operator, values: itemsOf(addresses) }],
      };
    }
    case 'gradualRolloutUserId':
      return sticky('userId', { percent: percentOf(parameter('percentage')), salt }, identity);
    case 'gradualRolloutSessionId':
      return sticky('sessionId', { percent: percentOf(parameter('percentage')), salt }, identity);
    case 'gradualRolloutRandom':
      return random(percentOf(parameter('percentage')));
    case 'flexibleRollout': {
      const percent = percentOf(parameter('rollout'));
      const stickiness = parameter('stickiness') || DEFAULT_IDENTITY;
      return stickiness === 'random'
        ? random(percent)
        : sticky(stickiness, { percent, salt }, identity);
    }
    default:
      throw new UnsupportedFeature(`the strategy ${name} is unknown`);
  }
}

/** A whole number from 0 to 100: Unleash compares it with whole numbers from 1 to 100. */
function percentOf(text: string): number {
  const percent = Math.floor(Number(text || '0'));
  return Number.isNaN(percent) ? 0 : Math.min(100, Math.max(0, percent));
}

function random(percent: number): Rollout {
  if (percent > 0 && percent < 100) {
    throw new UnsupportedFeature(
      `it selects ${percent} % at random, so that the users differ from call to call`,
    );
  }
  return { share: { percent, salt: undefined }, constraints: [] };
}

function sticky(stickiness: string, share: Share, identity: string): Rollout {
  const { percent, salt } = share;
  if (percent === 0) return { share, constraints: [] };
  if (stickiness === DEFAULT_IDENTITY && percent === 100) {
    return { share: EVERYONE, constraints: [] };
  }
  requireStorable(salt ?? '', 'its groupId');
  if (salt !== undefined && salt.length > SALT_MAX_CHARS) {
    throw new UnsupportedFeature(`its groupId has more than ${SALT_MAX_CHARS} characters`);
  }
  if (stickiness === identity) return { share, constraints: [] };
  if (stickiness === DEFAULT_IDENTITY) {
    throw new UnsupportedFeature(
      `its stickiness is userId, or sessionId without one, but uid stands for ${identity}`,
    );
  }
  // A rollout by a field excludes users without it.
  const whole = { share: EVERYONE, constraints: [], needs: stickiness };
  if (percent === 100) return whole;
  // Whoever has a userId has it as uid, too.
  const isUid = stickiness === 'userId' && identity === DEFAULT_IDENTITY;
  return { ...whole, share: isUid ? share : { ...share, by: stickiness } };
}

function itemsOf(list: string): string[] {
  const items = list.split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}

import { bulkAnswerOf, entityTagOf, isForClients } from '@comporta/client-core/bulk-answer';
import { streamEvents } from '@comporta/contract/evaluation/ofrep-api';
import type { Context } from '@comporta/engine/context';
import { evaluate } from '@comporta/engine/evaluate';
import type { Outcome } from '@comporta/engine/outcome';
import type { LoadedSnapshot } from '../../snapshot/load-snapshot.ts';
import type { Access } from '../../snapshot/snapshots.ts';
import { isDecidedByRule } from '../decided-by-rule.ts';
import { memoize } from '../memoize.ts';
import {
  bulkBytesOf,
  bulkCharactersOf,
  measurementMembersOf,
  membersOf,
  ruleMembersOf,
  singleFlag,
} from '../prepared-answers.ts';
import { ticketOf } from './stream-ticket.ts';

const INACTIVITY_SECONDS = 120;

/** The OFREP responses about one snapshot for the holders of one kind of key. */
export interface Audience {
  /** The address of the stream of changes. */
  readonly streamUri: string;
  /** The outcome of a toggle; undefined for one that does not exist or that they may not see. */
  outcomeOf(toggle: string, context: Context): Outcome | undefined;
  single(outcome: Outcome): string;
  /** The response for all toggles, made from the outcome of each. */
  bulk(outcomes: readonly Outcome[]): Bulk;
}

export interface Bulk {
  readonly entityTag: string;
  /** Built on demand: most clients already have the answer and get a 304. */
  readonly body: () => Buffer;
  /** The bytes of the body as characters, to be sent as latin1. */
  readonly characters: () => string;
  readonly isDecidedByRule: () => boolean;
}

/** One for each key: the address of the stream has a ticket that ends with the key that asked for it. */
export function audienceOf({ kind, keyHash, environment: { snapshot } }: Access): Audience {
  const audiences = audiencesOf(snapshot);
  const known = audiences.get(keyHash);
  if (known !== undefined) return known;
  const audience =
    kind === 'ENVIRONMENT_KEY' ? servers(snapshot, keyHash) : clients(snapshot, keyHash);
  audiences.set(keyHash, audience);
  return audience;
}

/** By hash of the key. */
const audiencesOf = memoize((_snapshot: LoadedSnapshot) => new Map<string, Audience>());

/** Servers get every toggle. The response for a single one names the rule that decided. */
function servers({ compiled, head }: LoadedSnapshot, keyHash: string): Audience {
  const streamUri = streamUriOf(head.id, keyHash);
  const metadata = { environment: head.name, revision: head.revision };
  const members = membersOf(metadata);
  const rest = membersOf({ metadata, eventStreams: [streamAt(streamUri)] });
  return {
    streamUri,
    outcomeOf: (toggle, context) => evaluate(compiled, toggle, context),
    single: (outcome) => singleFlag(outcome, ruleMembersOf(outcome) + members),
    bulk: (outcomes) => ({
      entityTag: entityTagOf(outcomes, rest),
      body: () => bulkBytesOf(outcomes, rest),
      characters: () => bulkCharactersOf(outcomes, rest),
      isDecidedByRule: () => outcomes.some(isDecidedByRule),
    }),
  };
}

/** Pages and apps get the toggles that are available to clients, without their rules. */
function clients({ compiled, head, source }: LoadedSnapshot, keyHash: string): Audience {
  const streamUri = streamUriOf(head.id, keyHash);
  const eventStreams = [streamAt(streamUri)];
  const members = membersOf({ environment: head.name, revision: head.revision });
  return {
    streamUri,
    outcomeOf(toggle, context) {
      const outcome = evaluate(compiled, toggle, context);
      return outcome !== undefined && isForClients(outcome) ? outcome : undefined;
    },
    single: (outcome) => singleFlag(outcome, measurementMembersOf(outcome) + members),
    bulk(outcomes) {
      const answer = bulkAnswerOf(outcomes, source);
      const rest = membersOf({ metadata: answer.metadata, eventStreams });
      return {
        entityTag: answer.entityTag,
        body: () => bulkBytesOf(answer.outcomes, rest),
        characters: () => bulkCharactersOf(answer.outcomes, rest),
        isDecidedByRule: () => answer.outcomes.some(isDecidedByRule),
      };
    },
  };
}

function streamUriOf(environmentId: string, keyHash: string): string {
  return `${streamEvents.path}?ticket=${ticketOf(environmentId, keyHash)}`;
}

function streamAt(requestUri: string) {
  return { type: 'sse', endpoint: { requestUri }, inactivityDelaySec: INACTIVITY_SECONDS };
}

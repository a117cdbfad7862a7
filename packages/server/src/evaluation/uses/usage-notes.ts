import type { Outcome } from '@comporta/engine/outcome';
import type { Lane } from '../../event-store/ingest/lane.ts';
import { RELAY, saysItReports, senderIn } from '../../event-store/uses/program.ts';
import { mayBeUnknown } from '../../event-store/uses/read-report.ts';
import type { Process } from '../../event-store/uses/use-report.ts';

/** Notes what programs ask this node for; no answer waits for it. */
export interface UsageNotes {
  /** A program got the value of one toggle that it named. */
  used(by: Asker, outcome: Outcome): void;
  /** A program got all values. `counts`: it reports those that it uses. */
  gotAll(by: Asker, counts: boolean): void;
  /** A program fetched rules, or follows their changes. */
  gotRules(by: Asker): void;
  /** A program named a toggle that the environment lacks. */
  lacked(by: Asker, name: string): void;
  /** What was noted since the last call. */
  take(): readonly Noted[];
}

/** Who asks. */
export interface Asker {
  /** The hash of its key; undefined for an account key. */
  readonly keyHash: string | undefined;
  readonly lane: Lane;
  readonly userAgent: string | undefined;
}

/** What one program did. */
export interface Noted {
  readonly keyHash: string;
  readonly lane: Lane;
  readonly userAgent: string;
  readonly uses: ReadonlyMap<Outcome, number>;
  readonly unknown: ReadonlyMap<string, number>;
  readonly gotAll: boolean;
  readonly gotRules: boolean;
  /** Whether it got values whose uses it does not report. */
  readonly isSilent: boolean;
  readonly process: Process | undefined;
}

interface Notes extends Noted {
  readonly uses: Map<Outcome, number>;
  readonly unknown: Map<string, number>;
  gotAll: boolean;
  gotRules: boolean;
  isSilent: boolean;
  process: { readonly sender: string; readonly firstAt: Date; lastAt: Date } | undefined;
}

/** Of browsers, all but the common product is dropped: they are one program, and their User-Agents are thousands. */
const BROWSER = 'Mozilla/5.0';
const USER_AGENT_MAX_CHARS = 512;
/** How many programs of one key are told apart until the notes are taken. Anybody may have a client key. */
const PROGRAMS_MOST = 10_000;
const PAGE_PROGRAMS_MOST = 300;
/** Source: LIF-15. */
const UNKNOWN_MOST = 1_000;

export function noteUsage(): UsageNotes {
  /** By the hash of the key, then by User-Agent. */
  let byKey = new Map<string, Map<string, Notes>>();
  let unknown = 0;

  function notesOf({ keyHash, lane, userAgent = '' }: Asker): Notes {
    const key = keyHash ?? lane.environmentId;
    let ofKey = byKey.get(key);
    if (ofKey === undefined) {
      ofKey = new Map();
      byKey.set(key, ofKey);
    }
    const name = userAgent.startsWith('Mozilla/') ? BROWSER : userAgent;
    return ofKey.get(name) ?? newNotes(ofKey, { key, lane, name });
  }

  function newNotes(
    ofKey: Map<string, Notes>,
    { key, lane, name }: { readonly key: string; readonly lane: Lane; readonly name: string },
  ): Notes {
    const most = lane.isClient ? PAGE_PROGRAMS_MOST : PROGRAMS_MOST;
    const isTold = name.length <= USER_AGENT_MAX_CHARS && ofKey.size < most;
    const userAgent = isTold ? name : '';
    const known = ofKey.get(userAgent);
    if (known !== undefined) return known;
    const notes: Notes = {
      keyHash: key,
      lane,
      userAgent,
      uses: new Map(),
      unknown: new Map(),
      gotAll: false,
      gotRules: false,
      isSilent: false,
      process: undefined,
    };
    ofKey.set(userAgent, notes);
    return notes;
  }

  return {
    used(by, outcome) {
      const { uses } = notesOf(by);
      uses.set(outcome, (uses.get(outcome) ?? 0) + 1);
    },
    gotAll(by, counts) {
      const notes = notesOf(by);
      if (counts) return;
      notes.gotAll = true;
      notes.isSilent = true;
    },
    gotRules(by) {
      const { userAgent = '' } = by;
      // Its clients are told of instead.
      if (userAgent.includes(RELAY)) return;
      const notes = notesOf(by);
      notes.gotRules = true;
      if (!saysItReports(userAgent)) notes.isSilent = true;
      if (notes.userAgent === '') return;
      const now = new Date();
      const sender = notes.process?.sender ?? senderIn(userAgent);
      if (sender === undefined) return;
      notes.process ??= { sender, firstAt: now, lastAt: now };
      notes.process.lastAt = now;
    },
    lacked(by, name) {
      const { unknown: names } = notesOf(by);
      const known = names.get(name);
      if (known === undefined && (unknown >= UNKNOWN_MOST || !mayBeUnknown(name))) return;
      if (known === undefined) unknown += 1;
      names.set(name, (known ?? 0) + 1);
    },
    take() {
      const taken = byKey;
      byKey = new Map();
      unknown = 0;
      return [...taken.values()].flatMap((ofKey) => [...ofKey.values()]);
    },
  };
}

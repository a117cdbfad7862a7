import { answerSince, type HeldList } from '@comporta/client-core/lists/held-list';
import { writeListRecords } from '@comporta/client-core/lists/list-records';
import { memoize } from '../memoize.ts';

/** Clients of one environment ask from few versions: the others' answers are made again. */
const KEPT_ANSWERS = 8;

interface Answer {
  readonly isFull: boolean;
  readonly bytes: Buffer;
}

const answersOf = memoize((_list: HeldList) => new Map<number | undefined, Answer>());

/** What somebody with this version of a list needs, as it is sent. Source: LIF-50. */
export function answerOf(list: HeldList, from: number | undefined): Answer {
  const answers = answersOf(list);
  const known = answers.get(from);
  if (known !== undefined) return known;
  const { isFull, records } = answerSince(list, from);
  // All who get everything share one answer, whatever they named.
  const full = isFull ? answers.get(undefined) : undefined;
  const answer = full ?? { isFull, bytes: Buffer.from(writeListRecords(records).buffer) };
  const [oldest] = answers.keys();
  if (answers.size >= KEPT_ANSWERS && oldest !== undefined) answers.delete(oldest);
  answers.set(from, answer);
  if (isFull) answers.set(undefined, answer);
  return answer;
}

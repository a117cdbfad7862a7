import { enterAll, openGate, openLines, waitEnd } from '../../base/gate.ts';
import type { Lane } from '../../database/database.ts';
import { tooManyLarge } from './too-many-large.ts';

/** An answer may be many megabytes, which this node holds until the client has received it. Source: FAIR-43. */
const AT_ONCE = 2;
const OF_APPLICATION = 1;

/** Waits until a large answer may be read; the returned function must be called when it was. */
export function admitLargeReads(): (lane: Lane) => Promise<() => void> {
  const node = openGate({ most: AT_ONCE, refusal: tooManyLarge });
  const applications = openLines({ most: OF_APPLICATION, refusal: tooManyLarge });
  return ({ company, application = '', gone }) => {
    const asking = { path: [company, application], gone, until: waitEnd() };
    return enterAll(
      () => applications.enter(application, asking),
      () => node.enter(asking),
    );
  };
}

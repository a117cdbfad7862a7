import { enterAll, openGate, openLines, waitEnd } from '../platform/base/gate.ts';

/** How many environments are loaded from nothing at once, and of one company. */
const AT_ONCE = 4;
const OF_ONE_COMPANY = 2;

/**
 * Runs loads of whole environments, a few at once: a company that asks for many, or for large ones, always leaves places to
 * others. Rejects with SERVICE_BUSY when there is no place within 5 s.
 */
export function loadInTurn(): <Loaded>(
  company: string,
  load: () => Promise<Loaded>,
) => Promise<Loaded> {
  const lines = openLines({ most: OF_ONE_COMPANY });
  const gate = openGate({ most: AT_ONCE });

  return async (company, load) => {
    const asking = { path: [company], until: waitEnd() }; // Both waits have one end.
    const leave = await enterAll(
      () => lines.enter(company, asking),
      () => gate.enter(asking),
    );
    try {
      return await load();
    } finally {
      leave();
    }
  };
}

/**
 * Runs one load at a time for each id. A call during a load waits for one that starts after it, which all such calls
 * share: each caller sees what was stored before its call.
 */
export function queueLoads<Loaded>(
  load: (id: string) => Promise<Loaded>,
): (id: string) => Promise<Loaded> {
  const running = new Map<string, Promise<Loaded>>();
  const waiting = new Map<string, Promise<Loaded>>();

  function start(id: string): Promise<Loaded> {
    waiting.delete(id);
    const loading = load(id).finally(() => running.delete(id));
    running.set(id, loading);
    return loading;
  }

  return (id) => {
    const current = running.get(id);
    if (current === undefined) return start(id);
    const next = waiting.get(id) ?? current.catch(() => undefined).then(() => start(id));
    waiting.set(id, next);
    return next;
  };
}

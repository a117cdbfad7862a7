import { flushCompileCache } from 'node:module';
import { readConfig } from './config.ts';
import { freeMemory } from './platform/free-memory.ts';
import { createLog } from './platform/log.ts';
import { explainStartFailure } from './platform/start-failure.ts';
import { type Service, startService } from './start-service.ts';

const service = await start();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    // Who asks twice does not want to wait.
    process.once(signal, () => process.exit(1));
    end();
  });
}
// All that a person reads here is one line; the rest is the log.
process.stdout.write(`${service.welcome}\n`);
flushCompileCache();
freeMemory();

async function start(): Promise<Service> {
  try {
    const config = readConfig();
    return await startService(config, createLog(config.logLevel));
  } catch (error) {
    process.stderr.write(`${explainStartFailure(error)}\n`);
    process.exit(1);
  }
}

function end(): void {
  service.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`Comporta did not stop cleanly: ${String(error)}\n`);
      process.exit(1);
    },
  );
}

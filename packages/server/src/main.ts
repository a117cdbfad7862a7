import { runService } from './platform/process/run-service.ts';
import { startService } from './start-service.ts';

await runService(startService);

import { runService } from './run-service.ts';
import { startService } from './start-service.ts';

await runService(startService);

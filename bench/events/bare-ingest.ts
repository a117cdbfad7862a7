import { createHash, createHmac, createSecretKey } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

/**
 * The baseline for ingesting events: node:http and the same PostgreSQL. It parses the body, hashes each uid to a unit
 * and each id to a UUID, collects calls in batches as the service does, inserts them, and answers after the commit. It
 * validates nothing and marks no unit for counting. Arguments: port, URL of the database.
 */
const [, , port = '', url = ''] = process.argv;

const EVENTS_A_COMMIT = 1_000;
const GATHER_MS = 50;
const SECRET = createSecretKey(Buffer.alloc(32, 1));
const ENVIRONMENT = '01977c3e-6f1a-7c2b-9d54-3b8f0a6e2d11';

interface Call {
  readonly events: readonly (readonly [id: string, unit: string, at: string])[];
  readonly answer: () => void;
}

const pool = new pg.Pool({ connectionString: url, max: 4 });
await pool.query(`
  create table bare_events (environment_id uuid not null, event_id uuid not null, unit uuid not null,
    at timestamptz not null, value float8, day date not null, event_key_id int not null,
    trusted bool not null, skewed bool not null, primary key (day, environment_id, event_id));
  create index on bare_events (environment_id, unit, event_key_id, at)`);

const waiting: Call[] = [];
let storing = false;
let timer: NodeJS.Timeout | undefined;

function soon(): void {
  const count = waiting.reduce((sum, { events }) => sum + events.length, 0);
  if (storing || waiting.length === 0) return;
  if (count >= EVENTS_A_COMMIT) void store();
  else timer ??= setTimeout(store, GATHER_MS);
}

async function store(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (storing) return;
  storing = true;
  const taken = waiting.splice(0, EVENTS_A_COMMIT / 10);
  const events = taken.flatMap((call) => call.events);
  await pool.query(
    `insert into bare_events select $1, id, unit, at, null, at::date, 1, true, false
    from unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) as new (id, unit, at)
    on conflict do nothing`,
    [ENVIRONMENT, ...[0, 1, 2].map((part) => events.map((event) => event[part]))],
  );
  for (const { answer } of taken) answer();
  storing = false;
  soon();
}

createServer(async (request, response) => {
  const { events } = JSON.parse(await text(request)) as {
    readonly events: readonly { id: string; uid: string; at: string }[];
  };
  waiting.push({
    events: events.map(({ id, uid, at }) => [
      inUuid(createHash('sha1').update(ENVIRONMENT).update(id).digest('hex')),
      inUuid(createHmac('sha256', SECRET).update(uid).digest('hex')),
      at,
    ]),
    answer() {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"accepted":${events.length},"duplicates":0,"rejected":[]}`);
    },
  });
  soon();
}).listen(Number(port), '127.0.0.1');

function inUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

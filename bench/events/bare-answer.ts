import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** The baseline for evaluation beside events: node:http with one constant response. Argument: port. */
const BODY = JSON.stringify({ key: 'flag-100', reason: 'SPLIT', value: 'on', variant: 'on' });

createServer(async (request, response) => {
  await text(request);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(BODY);
}).listen(Number(process.argv[2]), '127.0.0.1');

import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { closuresWithOurHash } from '../engine/closures.ts';
import { FLAGS, type User, VALUES } from '../engine/work.ts';

/**
 * The baseline for the service: node:http and nothing else. In the mode `evaluate`, closures written by hand
 * decide each flag and prepared strings are joined; in the mode `constant` it sends one prepared body.
 * Arguments: mode, port, and the two bodies of the service, as JSON, which serve as templates.
 */
const [, , mode, port = '', templates = '{}'] = process.argv;
const { one, all }: { one: string; all: string } = JSON.parse(templates);

/** The text of the service's own response, for each flag and each value. */
const answers = new Map<string, ReadonlyMap<string, string>>();
for (const flag of JSON.parse(all).flags) {
  answers.set(
    flag.key,
    new Map(VALUES.map((value) => [value, JSON.stringify({ ...flag, value, variant: value })])),
  );
}
const [, rest = ''] = all.split('],"metadata"');
const single = JSON.parse(one);

createServer(async (request, response) => {
  const { context } = JSON.parse(await text(request));
  const isAll = request.url?.endsWith('/flags') === true;
  const body =
    mode === 'constant' ? (isAll ? all : one) : isAll ? joined(context) : decided(context);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}).listen(Number(port), '127.0.0.1');

function userOf(context: User & { targetingKey: string }): User {
  return { ...context, uid: context.targetingKey };
}

const NO_USER: User[] = [];
const entry = await closuresWithOurHash.enter(NO_USER);

function valueFor(flag: string, user: User): string {
  NO_USER[0] = user;
  return String(entry.one(flag, 0));
}

function decided(context: User & { targetingKey: string }): string {
  const value = valueFor(single.key, userOf(context));
  return JSON.stringify({ ...single, value, variant: value });
}

function joined(context: User & { targetingKey: string }): string {
  const user = userOf(context);
  let flags = '';
  for (const { name } of FLAGS) {
    const answer = answers.get(name)?.get(valueFor(name, user)) ?? '';
    flags += flags === '' ? answer : `,${answer}`;
  }
  return `{"flags":[${flags}],"metadata"${rest}`;
}

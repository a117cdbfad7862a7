import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { readAnswers } from './answers.ts';
import { cpuSecondsOfFamily } from './process-figures.ts';

const MILLISECONDS = 4_000;
const CONNECTIONS = 20;

/** A server under load. */
export interface Target {
  readonly url: string;
  readonly process: ChildProcess;
}

/** The requests that are sent in turn, again and again. */
export interface Question {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: readonly { readonly path: string; readonly body?: string }[];
  /** The status that every response must have. */
  readonly status: 200 | 304;
}

export interface Load {
  /** Responses a second. */
  readonly rate: number;
  /** Processor time of the server's process and its child processes per response in µs; other programs disturb it less than the rate. */
  readonly cpuUs: number;
  /** The size of a response on the wire, headers included. */
  readonly bytes: number;
}

/**
 * Sends requests on 20 connections for 4 seconds. It does as little as possible with the responses: autocannon
 * decodes every body to text, which for compressed bodies takes longer than a fast server needs to answer.
 */
export async function load({ url, process }: Target, question: Question): Promise<Load> {
  const { hostname, port } = new URL(url);
  const requests = question.requests.map((request) => encode(hostname, question, request));
  let answers = 0;
  let bytes = 0;
  let next = 0;

  const sockets = Array.from({ length: CONNECTIONS }, () => connect(Number(port), hostname));
  const failed = Promise.withResolvers<never>();
  for (const socket of sockets) {
    const ask = () => socket.write(requests[next++ % requests.length] ?? '');
    const read = readAnswers((status, length) => {
      if (status !== question.status) failed.reject(new Error(`${url} answered ${status}`));
      answers++;
      bytes += length;
      ask();
    });
    socket.setNoDelay().on('data', read).on('connect', ask).on('error', failed.reject);
  }

  const cpuBefore = await cpuSecondsOfFamily(process.pid ?? 0);
  const [answersBefore, bytesBefore, since] = [answers, bytes, performance.now()];
  try {
    await Promise.race([pause(MILLISECONDS), failed.promise]);
    const counted = answers - answersBefore;
    const cpuSeconds = (await cpuSecondsOfFamily(process.pid ?? 0)) - cpuBefore;
    return {
      rate: (counted * 1_000) / (performance.now() - since),
      cpuUs: (cpuSeconds * 1_000_000) / counted,
      bytes: (bytes - bytesBefore) / counted,
    };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function encode(
  host: string,
  { method, headers }: Question,
  { path, body = '' }: Question['requests'][number],
): Buffer {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const length = method === 'POST' ? [`content-length: ${Buffer.byteLength(body)}`] : [];
  return Buffer.from(
    `${[`${method} ${path} HTTP/1.1`, ...lines, ...length].join('\r\n')}\r\n\r\n${body}`,
  );
}

export function textOf({ rate, cpuUs }: Load): string {
  return `${rate.toFixed(0)}/s (${cpuUs.toFixed(0)} µs CPU)`;
}

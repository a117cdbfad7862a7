import type { IncomingMessage } from 'node:http';
import { type Endpoint, needsOf, type ParsedQueryOf } from '@comporta/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OnChange } from '../../callers/application-scope.ts';
import { type Caller, callName, paramsOf } from '../../callers/caller.ts';
import type { Database } from '../../database/database.ts';
import { EncodedResult } from '../answer.ts';
import { callOf, readHead, wholeMessage } from '../call.ts';
import { changeSaidIn } from '../change-headers.ts';
import { laneOf } from '../lane.ts';
import { collectBytes } from './collect-bytes.ts';
import type { JobSettings } from './do-job.ts';
import { endOfWork } from './end-of-work.ts';
import { fileKindOf } from './file-kind.ts';
import { createJobQueue } from './job-queue.ts';
import { createLargeBodies, type LargeBodies } from './large-bodies.ts';
import { readLargeBody } from './large-body.ts';
import { doLargeWork, type LargeWork } from './large-work.ts';
import { type JobProgram, runJob } from './run-job.ts';

/** A body up to this size takes about 10 ms to parse, check and plan. */
const BYTES_IN_PLACE = 128 * 1024;

export interface LargeDependencies {
  readonly database: Database;
  /** Aborted when the process is shutting down, which ends large work. */
  readonly stopping: AbortSignal;
  /** Plain data for the processes of jobs. */
  readonly settings: JobSettings;
  /** What hears of the changes of writes to an application. */
  readonly onChange: OnChange;
}

interface LargeEndpoint<E extends Endpoint> {
  readonly endpoint: E;
  readonly work: LargeWork<E>;
  readonly program: JobProgram;
}

interface RoutedCall {
  readonly request: FastifyRequest;
  readonly caller: Caller;
  readonly reply: FastifyReply;
}

export interface LargeAnswers extends LargeBodies {
  answer<E extends Endpoint>(endpoint: LargeEndpoint<E>, asked: RoutedCall): Promise<unknown>;
}

/** Handles calls that may be too much work for the event loop: small ones on it, large ones in a process of their own. */
export function answerLarge({
  database,
  stopping,
  settings,
  onChange,
}: LargeDependencies): LargeAnswers {
  const jobs = createJobQueue();
  return {
    ...createLargeBodies(),
    async answer({ endpoint, work, program }, { request, caller, reply }) {
      const bytes = request.body as Buffer; // keepBytes collects it.
      const file = endpoint.media && fileKindOf(request);
      const { log, ...head } = readHead(endpoint, request);
      const { access, method } = endpoint;
      const rights = { access, method, needs: needsOf(endpoint) };
      const said = changeSaidIn(request);
      const call = { caller, params: paramsOf(request), name: callName(request), rights, said };
      const { application } = caller;
      const lane = laneOf(caller, request, reply);
      const onlyReads = work.onlyReads(head.query as ParsedQueryOf<typeof endpoint>); // Parsed by its schema.
      const reading = callOf<typeof endpoint>(
        database.reads(lane),
        { ...caller, application: application && { ...application, ...said, onChange } },
        wholeMessage({ ...head, log }, undefined),
      );
      await work.admit?.(reading);
      const isLarge =
        bytes.length > BYTES_IN_PLACE ||
        file?.isCompressed ||
        (application !== undefined && (await work.isLarge(database.reads(lane), application)));
      if (!isLarge) {
        const message = wholeMessage({ ...head, log }, readLargeBody(endpoint, bytes, file));
        const sql = onlyReads ? database.reads(lane) : database.writes(lane);
        return doLargeWork(sql, work, { ...call, message, onChange });
      }
      const stop = endOfWork(reply, stopping);
      const job = {
        file,
        call: { ...call, message: head },
        databaseUrl: database.url,
        settings,
        logLevel: log.level,
      };
      const run = async () => {
        // The process has a connection of its own, but is one of the writes of its application.
        const isOutOfLine = onlyReads || work.locksLast === true;
        const leave = isOutOfLine ? () => {} : await database.enterLine({ ...lane, gone: stop });
        const body = takeBody(request);
        return runJob(program, { job, body, log, stop }).finally(leave);
      };
      return new EncodedResult(await jobs.run(run, { ...lane, gone: stop }));
    },
  };
}

/** So that the service does not hold the body while a process works on it. */
function takeBody(request: FastifyRequest): Buffer[] {
  const body = request.body as Buffer;
  request.body = undefined;
  return [body];
}

/** Keeps bodies as bytes, to be parsed later, perhaps in a process of its own. */
export function keepBytes({ media }: Pick<Endpoint, 'media'>, http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser(
    media === undefined ? 'application/json' : [...media],
    async (request: FastifyRequest, body: IncomingMessage) => {
      if (media !== undefined) fileKindOf(request);
      return collectBytes(body, request.routeOptions.bodyLimit);
    },
  );
}

import type { ServerResponse } from 'node:http';
import { evaluateFlag, evaluateFlags } from '@comporta/contract/evaluation/ofrep-api';
import type { Context } from '@comporta/engine/context';
import { evaluateAll } from '@comporta/engine/evaluate';
import type { FastifyInstance } from 'fastify';
import { ANSWER_HEADERS } from '../../platform/http/answer.ts';
import { requestIdFrom } from '../../platform/http/correlation.ts';
import { parseJson } from '../../platform/http/json-text.ts';
import { tellsAllRequests } from '../../platform/http/request-log.ts';
import { isLong, VARIES_BY_ENCODING } from '../../process/compress-answers.ts';
import { kindOfEvaluation } from '../count-evaluations.ts';
import type { DataPlane } from '../data-plane.ts';
import { answerFirst } from './answer-first.ts';
import { audienceOf } from './audience.ts';
import { noteAsked, noteBulk, noteOne, notePrefetched } from './note-evaluations.ts';
import { contextOf } from './ofrep-context.ts';
import { JSON_TYPE, OFREP_HEADERS } from './ofrep-headers.ts';
import { type PlainQuestion, plainQuestionOf } from './plain-question.ts';

/** A successful answer. */
interface PlainAnswer {
  readonly body: string;
  readonly encoding: 'utf8' | 'latin1';
  readonly entityTag?: string;
  /** How many were evaluated. */
  readonly toggles: number;
  /** Notes the evaluation. Called only once the answer is certain to be sent. */
  readonly note: () => void;
}

/**
 * Answers the most frequent request of servers, a plain and successful OFREP evaluation, before Fastify sees it: for one
 * toggle, Fastify takes as long as everything else. All other requests, above all refusals, are left to the routes,
 * which would answer a plain one in the same way. See decision 29.
 */
export function answerPlainEvaluations(http: FastifyInstance, plane: DataPlane): void {
  if (tellsAllRequests(http)) return;
  const [one, all] = [evaluateFlag.path, evaluateFlags.path].map((path) =>
    noteOf(http, plane, path),
  );
  answerFirst<PlainQuestion>(http, {
    questionOf: (request) => plainQuestionOf(plane, request),
    answer(question, body, response) {
      const answer = answerTo(plane, question, body);
      if (answer === undefined) return false;
      plane.admission.passed(question.party, { bytes: body.length, toggles: answer.toggles });
      answer.note();
      send(response, question, answer);
      const note = question.toggle === undefined ? all : one;
      note?.(question);
      return true;
    },
  });
}

/** Answers a function that counts and measures a response of a route. */
function noteOf(http: FastifyInstance, { evaluations }: DataPlane, path: string) {
  const noteDuration = http.durations?.ofRoute('POST', path);
  const kind = kindOfEvaluation(path);
  return ({ access, askedAtMs }: PlainQuestion) => {
    evaluations?.add(access.environment.id, kind);
    noteDuration?.(200, (performance.now() - askedAtMs) / 1000);
  };
}

/** Notes nothing yet. If this throws or answers undefined, the route handles the request again and gives the reason. */
function answerTo(
  plane: DataPlane,
  question: PlainQuestion,
  body: Buffer,
): PlainAnswer | undefined {
  const parsed = parseJson(body.toString());
  return question.toggle === undefined
    ? answerOfAll(plane, question, parsed)
    : answerOfOne(plane, question, contextOf(parsed));
}

function answerOfOne(
  plane: DataPlane,
  { access, toggle = '', request: { headers } }: PlainQuestion,
  context: Context,
): PlainAnswer | undefined {
  const audience = audienceOf(access);
  const outcome = audience.outcomeOf(toggle, context);
  if (outcome === undefined || outcome.errorCode !== undefined) return undefined;
  const body = audience.single(outcome);
  if (isLong(body) && headers['accept-encoding'] !== undefined) return undefined;
  return {
    body,
    encoding: 'utf8',
    toggles: 1,
    note() {
      noteAsked(plane, access, headers);
      noteOne(plane, access, { outcome, context, headers });
    },
  };
}

function answerOfAll(
  plane: DataPlane,
  { access, request }: PlainQuestion,
  parsed: unknown,
): PlainAnswer {
  const context = contextOf(parsed);
  const { headers } = request;
  const { compiled } = access.environment.snapshot;
  const bulk = audienceOf(access).bulk(evaluateAll(compiled, context));
  return {
    body: bulk.characters(),
    encoding: 'latin1',
    toggles: compiled.toggles.length,
    entityTag: bulk.entityTag,
    note() {
      noteAsked(plane, access, headers);
      notePrefetched(plane, access, { context, headers, body: parsed });
      noteBulk(plane, access, bulk);
    },
  };
}

function send(
  response: ServerResponse,
  { request }: PlainQuestion,
  { body, encoding, entityTag }: PlainAnswer,
): void {
  response.writeHead(200, {
    'x-request-id': requestIdFrom(request.headers),
    ...ANSWER_HEADERS,
    ...OFREP_HEADERS,
    ...(isLong(body) && { vary: `${OFREP_HEADERS.vary}, ${VARIES_BY_ENCODING}` }),
    ...(entityTag !== undefined && { etag: entityTag }),
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body, encoding),
  });
  response.end(body, encoding);
}

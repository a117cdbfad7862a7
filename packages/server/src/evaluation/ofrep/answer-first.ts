import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A handler that can respond to requests before Fastify. */
export interface FirstAnswers<Question> {
  /** Parses the head of a request; undefined leaves the request to Fastify. */
  readonly questionOf: (request: IncomingMessage) => Question | undefined;
  /** Responds, given the body. Returning false, or throwing before anything is sent, leaves the request to Fastify. */
  readonly answer: (question: Question, body: Buffer, response: ServerResponse) => boolean;
}

/**
 * Handles plain requests directly on node:http. Any other request, such as one whose body comes in several chunks, is
 * passed to Fastify unchanged.
 */
export function answerFirst<Question>(
  http: FastifyInstance,
  { questionOf, answer }: FirstAnswers<Question>,
): void {
  const [ordinary, ...others] = http.server.listeners('request') as RequestListener[];
  if (ordinary === undefined || others.length > 0)
    throw new Error('Fastify must be the only listener for requests');
  http.server.off('request', ordinary);
  http.server.on('request', (request, response) => {
    const question = questionOf(request);
    if (question === undefined) return ordinary(request, response);
    request.once('data', (body: Buffer) => {
      const isWhole = body.length === Number(request.headers['content-length']);
      if (isWhole && isAnswered(response, () => answer(question, body, response))) return;
      request.pause();
      request.unshift(body);
      ordinary(request, response);
    });
  });
}

/** Catches errors, which would end the process here. Fastify then handles the request and reports the error. */
function isAnswered(response: ServerResponse, answer: () => boolean): boolean {
  try {
    return answer();
  } catch {
    if (response.headersSent) response.destroy();
    return response.headersSent;
  }
}

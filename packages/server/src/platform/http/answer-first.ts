import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What answers requests before Fastify sees them. */
export interface FirstAnswers<Question> {
  /** What a request asks, by its head; undefined leaves it to Fastify. */
  readonly questionOf: (request: IncomingMessage) => Question | undefined;
  /** Answers with the body known; who answers false, or throws before anything is sent, leaves the request to Fastify. */
  readonly answer: (question: Question, body: Buffer, response: ServerResponse) => boolean;
}

/**
 * Lets plain questions be answered from node:http. Whatever is not plain about a request, such as a body that comes in pieces,
 * is as if nobody had looked at it.
 */
export function answerFirst<Question>(
  http: FastifyInstance,
  { questionOf, answer }: FirstAnswers<Question>,
): void {
  const [ordinary, ...others] = http.server.listeners('request') as RequestListener[];
  if (ordinary === undefined || others.length > 0) throw new Error('Fastify listens by itself');
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

/** What throws here would end the process; of a request that is left to it, Fastify says what went wrong. */
function isAnswered(response: ServerResponse, answer: () => boolean): boolean {
  try {
    return answer();
  } catch {
    if (response.headersSent) response.destroy();
    return response.headersSent;
  }
}

import {
  type ChangeRequest,
  COMMENT_MAX_CHARS,
} from '@comporta/contract/change-requests/change-request';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../../data/application-queries.ts';
import { sendReview } from '../../data/change-request-queries.ts';
import { mayEditIn } from '../../data/may-edit-in.ts';
import { Button } from '../../ui/controls/button.ts';
import { Textarea } from '../../ui/controls/textarea.ts';
import { withCount } from '../../ui/list/with-count.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './conversation.module.css';
import type { Sending } from './use-sending.ts';

interface ConversationProps {
  readonly request: ChangeRequest;
  readonly sending: Sending;
}

type Review = ChangeRequest['reviews'][number];

/** What people said and decided about the request, oldest first, and a field to say something. */
export function Conversation({ request, sending }: ConversationProps) {
  const t = useTranslations('changeRequest.conversation');
  const { reviews } = request;
  const { application } = useCurrentEnvironment();
  const mayComment =
    mayEditIn(application) ||
    application?.environments.some(({ id }) => mayEditIn(application, id)) === true;
  if (reviews.length === 0 && !mayComment) return null;
  return (
    <section className={styles.conversation}>
      <h2>{t('title', { count: reviews.length })}</h2>
      {reviews.length > 0 && (
        <ol className={styles.reviews}>
          {reviews.map((review) => (
            <li key={`${review.at} ${review.by.id}`}>
              <p className={styles.head}>
                <ReviewHead review={review} isOver={isOver(request)} /> <TimeAgo at={review.at} />
              </p>
              {review.comment !== '' && <p className={styles.comment}>{review.comment}</p>}
            </li>
          ))}
        </ol>
      )}
      {mayComment && <CommentForm request={request} sending={sending} />}
    </section>
  );
}

interface ReviewHeadProps {
  readonly review: Review;
  readonly isOver: boolean;
}

/** An approval that does not count is of another content; of a request that is over, nobody counts them. */
function ReviewHead({ review: { verdict, by, counts }, isOver }: ReviewHeadProps) {
  const t = useTranslations('changeRequest');
  const isFormer = verdict === 'APPROVED' && !counts && !isOver;
  const person = by.name;
  return isFormer ? t('conversation.FELL', { person }) : t(`conversation.${verdict}`, { person });
}

function isOver({ approvals }: ChangeRequest): boolean {
  return approvals.length === 0;
}

function CommentForm({ request, sending }: ConversationProps) {
  const t = useTranslations('changeRequest.conversation');
  const client = useQueryClient();
  const [comment, setComment] = useState('');

  async function send() {
    const body = { verdict: 'COMMENT', digest: request.digest, comment };
    if (await sending.send(() => sendReview(client, request, body))) setComment('');
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (comment.trim() !== '') void send();
      }}
    >
      <Textarea
        {...withCount(comment, COMMENT_MAX_CHARS)}
        label={t('comment')}
        value={comment}
        rows={3}
        resize="vertical"
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={sending.isBusy || comment.trim() === ''}>
        {t('send')}
      </Button>
    </form>
  );
}

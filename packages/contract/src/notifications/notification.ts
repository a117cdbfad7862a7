import * as z from 'zod/mini';
import { pageQueryShape } from '../paging.ts';
import { documented, id } from '../shapes.ts';

/** PENDING until it is delivered, or until the last attempt failed. */
export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt failed. The receiver's response is not stored: it may come from a host whose data must stay private. */
export const DELIVERY_ERRORS = [
  'NO_WEBHOOK',
  'ADDRESS_NOT_ALLOWED',
  'UNKNOWN_HOST',
  'NOT_CONNECTED',
  'TIMED_OUT',
  'HTTP_STATUS',
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

export const deliverySchema = documented(
  z.object({
    id,
    createdAt: z.iso.datetime(),
    /** The first line of the message, in the application's notification language. */
    headline: z.string(),
    /** PENDING while another attempt is scheduled. */
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int(),
    deliveredAt: z.nullable(z.iso.datetime()),
    nextAttemptAt: z.nullable(z.iso.datetime()),
    /** The HTTP status of the last response; null when there was none. */
    lastStatus: z.nullable(z.int()),
    lastError: z.nullable(z.enum(DELIVERY_ERRORS)),
  }),
  { id: 'Delivery', description: 'A notification to the webhook of an application.' },
);
export type Delivery = z.infer<typeof deliverySchema>;

export const deliveryPageSchema = documented(
  z.object({
    items: z.array(deliverySchema),
    totalPages: z.int(),
    upTo: documented(z.optional(z.string()), {
      description:
        'The newest notification: its time and id. Send it as `upTo` with the next pages, so that new ones do not shift them. Absent while there is none.',
    }),
  }),
  { id: 'DeliveryPage' },
);
export type DeliveryPage = z.infer<typeof deliveryPageSchema>;

const PAIR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const deliveryQuerySchema = z.object({
  ...pageQueryShape,
  upTo: z.optional(
    z.string().check(
      z.refine((text) => {
        const [, time = ''] = PAIR.exec(text) ?? [];
        return !time.startsWith('0000') && !Number.isNaN(Date.parse(time));
      }),
    ),
  ),
});

export const webhookSecretSchema = documented(z.object({ secret: z.string() }), {
  id: 'WebhookSecret',
  description: 'The secret with which receivers verify notifications (Standard Webhooks).',
});

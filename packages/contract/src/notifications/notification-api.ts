import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../shapes.ts';

const DELIVERIES = '/api/apps/:appId/notifications/deliveries';

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const deliverySchema = z
  .object({
    id,
    createdAt: z.iso.datetime(),
    /** The first line of the message, in the application's notification language. */
    headline: z.string(),
    /** PENDING while another attempt is to come. */
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int(),
    deliveredAt: z.iso.datetime().nullable(),
    nextAttemptAt: z.iso.datetime().nullable(),
    /** The HTTP status of the last answer; null when there was none. */
    lastStatus: z.int().nullable(),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'Delivery', description: 'A notification to the webhook of an application.' });
export type Delivery = z.infer<typeof deliverySchema>;

export const listDeliveries = endpoint({
  method: 'GET',
  path: DELIVERIES,
  summary: 'List the notifications of an application, newest first; kept for 30 days',
  access: 'user',
  accountKey: 'accepted',
  query: z.object({ page: z.string().optional(), size: z.string().optional() }),
  result: z.object({ items: z.array(deliverySchema), totalPages: z.int() }),
  status: 200,
  errors: ['INVALID_PAGE'],
});

export const sendTestNotification = endpoint({
  method: 'POST',
  path: '/api/apps/:appId/notifications/test',
  summary: 'Send a test message to the webhook, once, and tell how that went',
  access: 'user',
  accountKey: 'accepted',
  result: deliverySchema,
  status: 200,
  errors: ['NO_WEBHOOK'],
});

export const resendDelivery = endpoint({
  method: 'POST',
  path: '/api/apps/:appId/notifications/deliveries/:id/resend',
  summary: 'Send a notification again now; when that fails it is retried for 24 hours',
  access: 'user',
  accountKey: 'accepted',
  result: deliverySchema,
  status: 200,
  errors: ['NO_WEBHOOK'],
});

export const getWebhookSecret = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/notifications/secret',
  summary: 'Get the secret with which receivers verify notifications (Standard Webhooks)',
  access: 'user',
  accountKey: 'refused',
  result: z.object({ secret: z.string() }),
  status: 200,
  errors: [],
});

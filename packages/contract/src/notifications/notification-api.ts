import { endpoint } from '../endpoint.ts';
import {
  deliveryPageSchema,
  deliveryQuerySchema,
  deliverySchema,
  webhookSecretSchema,
} from './notification.ts';

const DELIVERIES = '/api/apps/:appId/notifications/deliveries';

export const listDeliveries = endpoint({
  method: 'GET',
  path: DELIVERIES,
  summary: 'List the notifications of an application in the last 30 days, newest first',
  access: 'user',
  needs: 'EDITOR',
  programs: 'read',
  query: deliveryQuerySchema,
  result: deliveryPageSchema,
  errors: ['INVALID_PAGE'],
});

export const sendTestNotification = endpoint({
  method: 'POST',
  path: '/api/apps/:appId/notifications/test',
  summary: 'Send one test message to the webhook, and return the outcome',
  access: 'user',
  programs: 'settings',
  result: deliverySchema,
  errors: ['NO_WEBHOOK'],
});

export const resendDelivery = endpoint({
  method: 'POST',
  path: `${DELIVERIES}/:id/resend`,
  summary: 'Send a notification again now; if that fails, retry for 24 hours',
  access: 'user',
  programs: 'settings',
  result: deliverySchema,
  errors: ['NO_WEBHOOK'],
});

export const getWebhookSecret = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/notifications/secret',
  summary: 'Get the secret with which receivers verify notifications (Standard Webhooks)',
  access: 'user',
  needs: 'EDITOR',
  programs: 'refused',
  result: webhookSecretSchema,
});

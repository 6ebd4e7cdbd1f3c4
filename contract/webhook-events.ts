// Kept out of the schema files, because the browser never loads their library.

/** What a webhook can be told of. docs/webhooks.md says what each carries; names stay, because receivers know them. */
export const webhookEvents = [
  'user.registered',
  'order.paid',
  'package.started',
  'package.ends_soon',
  'package.ended',
  'traffic.used',
  'node.down',
  'node.up',
  'withdrawal.asked',
  'withdrawal.paid',
  'withdrawal.rejected',
  'ticket.opened',
  'ticket.written',
  'ticket.answered',
  'ticket.handed',
  'ticket.closed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Addresses per team. */
export const WEBHOOKS_MAX = 10
export const WEBHOOK_NAME_MAX = 60
export const WEBHOOK_URL_MAX = 500
/** How long the old secret of a webhook signs beside the new one, in hours; 0: not at all. */
export const rotationHours = [0, 1, 24, 72, 168] as const

export const webhookStates = ['on', 'failing', 'off', 'gone', 'given_up'] as const
export const deliveryStates = ['waiting', 'sending', 'delivered', 'given_up'] as const

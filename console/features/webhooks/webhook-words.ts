import type { WebhookDelivery, WebhookRow } from '../../../contract/console/webhooks.ts'
import type { WebhookEvent } from '../../../contract/webhook-events.ts'
import type { StateTone } from '../../../ui/components/state-word.tsx'
import type { PlainKey } from '../../words/words.ts'

type Key = PlainKey<'connections'>

export const eventWords: Record<WebhookEvent | 'webhook.test', Key> = {
  'user.registered': 'hookUserRegistered',
  'order.paid': 'hookOrderPaid',
  'package.started': 'hookPackageStarted',
  'package.ends_soon': 'hookPackageEndsSoon',
  'package.ended': 'hookPackageEnded',
  'traffic.used': 'hookTrafficUsed',
  'node.down': 'hookNodeDown',
  'node.up': 'hookNodeUp',
  'withdrawal.asked': 'hookWithdrawalAsked',
  'withdrawal.paid': 'hookWithdrawalPaid',
  'withdrawal.rejected': 'hookWithdrawalRejected',
  'ticket.opened': 'hookTicketOpened',
  'ticket.written': 'hookTicketWritten',
  'ticket.answered': 'hookTicketAnswered',
  'ticket.handed': 'hookTicketHanded',
  'ticket.closed': 'hookTicketClosed',
  'webhook.test': 'hookTestEvent',
}

/** A type of a newer server has no word yet. */
export const eventWord = (type: string): Key | null => eventWords[type as WebhookEvent] ?? null

export const hookStates: Record<WebhookRow['state'], { word: Key; tone: StateTone }> = {
  on: { word: 'hookOn', tone: 'good' },
  failing: { word: 'hookFailing', tone: 'warn' },
  off: { word: 'hookOff', tone: 'off' },
  gone: { word: 'hookGone', tone: 'bad' },
  given_up: { word: 'hookGivenUp', tone: 'bad' },
}

export const deliveryLook: Record<WebhookDelivery['state'], { word: Key; tone: StateTone }> = {
  waiting: { word: 'hookWaits', tone: 'busy' },
  sending: { word: 'hookSending', tone: 'busy' },
  delivered: { word: 'hookDelivered', tone: 'good' },
  given_up: { word: 'hookNotDelivered', tone: 'bad' },
}

/** What the server says when no answer came; other causes are the system's own codes. */
export const problemWords: Record<string, Key> = {
  timeout: 'hookTimeout',
  inside: 'hookInside',
  refused: 'hookRefused',
  interrupted: 'hookInterrupted',
}

export const hostOf = (url: string): string => URL.parse(url)?.host ?? url

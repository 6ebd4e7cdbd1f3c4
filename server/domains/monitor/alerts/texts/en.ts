import type { AlertTexts } from './alert-text.ts'

export const en: AlertTexts = {
  sentences: {
    'node.silent': (word) => `Node ${word('nodeName')} (${word('region')}) does not answer`,
    'node.engine_down': (word) => `The engine of node ${word('nodeName')} (${word('region')}) has stopped`,
    'node.refused': () => 'A call of a node was refused: its signature is wrong',
    'payment.success_low': (word) =>
      `Only ${word('percent')}% of ${word('count')} payments at merchant ${word('merchantName')} succeeded in the last hour`,
    'payment.unsettled': (word) => `${word('count')} payments wait for an outcome, the oldest is ${word('outTradeNo')}`,
    'payment.mismatch': (word) => `Payment ${word('outTradeNo')} is not what the gateway says`,
    'payment.refunded_outside': (word) => `Payment ${word('outTradeNo')} was given back at the gateway`,
    'payment.unknown_order': () => 'A gateway told of a payment that belongs to no order',
    'refund.unknown': (word) => `The outcome of refund ${word('outRequestNo')} is unknown; look it up at the gateway`,
    'reseller.short': () => "A reseller's balance was short; the payment went to its user's balance",
    'books.unclean': (word) => `The check of the books found ${word('count')} problems`,
    'job.failing': (word) => `Background job ${word('name')} cannot finish (${word('count')})`,
    'disk.full': (word) => `Only ${word('percent')}% of the disk of ${word('host')} is free`,
  },
  other: (kind, subject) => `${kind}: ${subject}`,
  begun: 'Alert',
  over: 'Recovered',
  more: (count) => `and ${count} more`,
  open: 'Open the monitor',
  sender: 'Yuxian monitor',
}

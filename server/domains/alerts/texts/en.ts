import { lasted, type AlertTexts } from './alert-text.ts'

/** 1 payment, 2 payments. */
const counted = (count: string, thing: string) => `${count} ${thing}${count === '1' ? '' : 's'}`

/** Why a database cannot be used. */
const reasons: Record<string, string> = {
  unavailable: 'does not answer',
  disk_full: 'has no room on its disk (make room there)',
  read_only: 'takes no changes',
}

export const en: AlertTexts = {
  sentences: {
    'node.silent': (word) => `Node ${word('nodeName')} (${word('region')}) is not responding`,
    'node.engine_down': (word) => `The engine of node ${word('nodeName')} (${word('region')}) has stopped`,
    'node.update_failed': (word) =>
      `Node ${word('nodeName')} (${word('region')}) did not take agent ${word('number')}: ${word('reason')}`,
    'node.batch_refused': (word) => `Traffic reported by a node was not counted (${word('subject')})`,
    'node.refused': () => 'A request from a node was refused: wrong signature',
    'payment.success_low': (word) =>
      `Only ${word('percent')}% of ${counted(word('count'), 'payment')} at merchant ${word('merchantName')} succeeded in the last hour`,
    'payment.unsettled': (word) =>
      `${counted(word('count'), 'payment')} without a result for a long time, the oldest is ${word('outTradeNo')}`,
    'payment.bill_differs': (word) =>
      `The bill of ${word('merchantName')} differs in ${word('count')} lines: see the bills in the console`,
    'payment.disputed': (word) =>
      `The buyer’s bank asks for payment ${word('outTradeNo')} back. Please answer at the gateway`,
    'payment.mismatch': (word) => `Payment ${word('outTradeNo')} does not match the gateway`,
    'payment.refunded_outside': (word) => `Payment ${word('outTradeNo')} was refunded at the gateway`,
    'payment.unknown_order': () => 'A payment notice came in that belongs to no order',
    'refund.unknown': (word) => `The result of refund ${word('outRequestNo')} is unknown. Please check at the gateway`,
    'refund.wished': (word) =>
      `A reseller asks you to refund ¥${word('amount')} (wish ${word('wish')}): yx call refunds.wishes`,
    'reseller.word': () => 'A reseller wrote to you: see the bell in the console',
    'reseller.short': () => "A reseller's balance was too low, so the payment went to the user's balance",
    'reseller.fee_refunded': (word) =>
      `The fee of an agency was refunded, so the agency is suspended (${word('subject')})`,
    'withdrawal.missed': (word) =>
      `A user says that a withdrawal of ¥${word('amount')} did not arrive (${word('subject')})`,
    'webhook.off': (word) =>
      `The platform's webhook ${word('name')} (${word('host')}) was switched off: look at the team page of the console`,
    'ticket.waiting': (word) =>
      `Tickets without an answer for over ${word('hours')} hours: ${word('count')} (${word('subject')})`,
    'staff.mails': (word) =>
      `The member ${word('subject')} had too many e-mails sent in a short time; stopped: yx call audit.list`,
    'staff.refused': (word) =>
      `Staff of a reseller (${word('subject')}) tried to act on an account that runs an agency; refused: yx call audit.list`,
    'telegram.failing': (word) =>
      `The Telegram bot @${word('bot')} cannot send (${word('problem')}). Check its token and the network.`,
    'address.inside': (word) =>
      `A reseller named ${word('host')}, which points to a network inside; refused (${word('subject')})`,
    'money.unclaimed': (word) => `Money came in for a deleted account (${word('subject')})`,
    'books.unclean': (word) => `The books check found ${counted(word('count'), 'problem')}`,
    'job.failing': (word) => `Background job ${word('name')} cannot finish (${word('count')})`,
    'job.stuck': (word) => `Background job ${word('name')} is stuck (${word('count')})`,
    'disk.full': (word) => `Only ${word('percent')}% of the disk on ${word('host')} is free: make room`,
    'backup.old': (word) => `No good backup for ${word('hours')} hours`,
    'backup.hook': (word) => `A backup was made, but the program that takes it elsewhere failed (${word('reason')})`,
    'database.away': (word) =>
      `The database ${reasons[word('reason')] ?? reasons['unavailable']}: ${word('seconds')} s, seen by ${word('host')}`,
  },
  other: (kind, subject) => `${kind}: ${subject}`,
  begun: 'Alert',
  over: 'Recovered',
  backAfter: (seconds) => `back after ${lasted(seconds, 's', 'min', 'h')}`,
  more: (count) => `and ${count} more`,
  open: 'Open the monitor',
  sender: 'Yuxian monitor',
}

import { formatBytes } from '../../../contract/bytes.ts'
import type { EventName, Events, ReminderEvent } from '../../../contract/events.ts'
import { formatFen } from '../../../contract/money.ts'
import { addJob, type JobName, type JobPayloads } from '../../platform/jobs/jobs.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import type { EventTx } from '../events/emit.ts'
import type { Letter, MailParams, MailTemplate } from '../mail/mail-templates.ts'
import type { WarningKind } from '../notices/warnings.ts'
import type { ring } from '../staff/bell/ring.ts'
import { NODE_PATIENCE_MS } from '../telegram/tell-node.ts'
import type { ToldTicket } from '../tickets/tell-staff.ts'
import {
  agencyOwner,
  bothAddresses,
  colleagues,
  member,
  owners,
  reseller,
  type OfUser,
  type Reader,
} from './readers.ts'

type Told = Pick<Reader, 'language' | 'agency' | 'readerName'> & { at: string }
type Write<About> = (about: About, reader: Told) => Letter
export type Hearers<About, E extends EventName = never> = {
  /** Webhooks, by what the event is about: events of one object arrive in their order. */
  hooks?: (about: About) => string
  /** Unless the platform's webhooks hear of it too. */
  isForPlatform?: (about: About) => boolean
  /** The bell of the team, or the platform's. */
  bell?: (about: About) => Parameters<typeof ring>[2]
  ringsAt?: 'platform'
  /** Chats in Telegram: the job that writes to them. */
  chat?: (about: About, now: Date) => ((tx: EventTx) => Promise<void>) | null
  mail?: Write<About>
  /** Who has the mail, if not the user. */
  to?: (tx: EventTx, about: About) => Promise<Reader[]>
  /** A notice behind the user's bell that has no switch. */
  warn?: (about: About) => WarningKind | null
  /** The user's bell, mail, browsers and chat, by the switches and hours of contract/events.ts. */
  remind?: E extends ReminderEvent ? Write<About> : never
}

/** Without a user a mail needs readers. */
type Addressed<About> = About extends OfUser ? object : { mail?: never } | Required<Pick<Hearers<About>, 'to'>>

const job =
  <N extends JobName>(...[name, payload, options]: [N, JobPayloads[N], { runAt: Date }?]) =>
  (tx: EventTx) =>
    addJob(tx.db, name, payload, options)
const yuan = (fen: number) => `¥${formatFen(fen)}`
type Named = { aside: { name: string; names: unknown } }
const nameIn = ({ aside }: Named, language: Reader['language']) => inLanguage(aside.name, aside.names, language)

const ofUser = ({ userId }: OfUser) => `user:${userId}`
const order = ({ orderId }: { orderId: string }) => `order:${orderId}`
const number = ({ resellerId }: { resellerId: number }) => ({ number: String(resellerId) })
const handed = ({ agencyId, aside }: Events['agency.received']) => ({ ...aside, number: String(agencyId) })
const withdrawal = ({ withdrawalId }: { withdrawalId: string }) => `withdrawal:${withdrawalId}`

type Node = Events['node.down']
const incident = (event: 'down' | 'up' | 'planned' | 'maintenance'): Pick<Hearers<Node>, 'bell'> => ({
  bell: ({ nodeId, region, lines, aside: { at, ...more } }) => {
    return { kind: 'incident', key: `node:${nodeId}:${event}:${at}`, detail: { event, nodeId, region, lines, ...more } }
  },
})
/** One event to each reseller with lines there, and one to the platform. */
const node = {
  hooks: ({ nodeId }) => `node:${nodeId}`,
  isForPlatform: ({ resellerId }) => resellerId === null,
} satisfies Hearers<Node>
/** Users with a line there hear of the platform's event. One that comes back by itself within minutes bothers nobody. */
const nodeJob = ({ resellerId, nodeId }: Node, change: 'down' | 'up', runAt: Date) =>
  resellerId === null ? job('telegram.node', { nodeId, change }, { runAt }) : null

type Ticket = Omit<Events['ticket.opened'], 'aside'>
/** The platform hears of its own and of what was handed to it. */
const ticket = {
  hooks: ({ ticketId }) => `ticket:${ticketId}`,
  isForPlatform: ({ resellerId, holder }) => resellerId === 0 || holder === 'operator',
} satisfies Hearers<Ticket>
/** `mark` names the event: whoever is to answer hears of each once. */
const ticketJob = ({ resellerId, ticketId }: Ticket, more: Omit<ToldTicket, 'resellerId' | 'ticketId'>) =>
  job('tickets.tell_staff', { resellerId, ticketId, ...more })

type AtOnly = { [T in MailTemplate]: [MailParams[T], 'at'] extends ['at', MailParams[T]] ? T : never }[MailTemplate]
/** A mail that says only when. */
const mailAt = (template: AtOnly): Hearers<OfUser> => ({ mail: (_about, { at }) => [template, { at }] })

const memberAt = ({ readerName = '', at }: Told) => ({ member: readerName, at })
/** A package with its price, and its end where it has one. */
const renewal = (about: OfUser & Named & { amountFen: number }, { language }: Told) => {
  return { package: nameIn(about, language), amount: yuan(about.amountFen) }
}

/** Who hears of what happens, by which channel. */
export const telling: { [E in EventName]: Hearers<Events[E], E> & Addressed<Events[E]> } = {
  'user.registered': { hooks: ofUser },
  'account.locked': mailAt('account_locked'),
  'account.unlocked': mailAt('account_unlocked'),
  'account.blocked': { mail: ({ aside }) => ['account_blocked', aside] },
  'account.unblocked': mailAt('account_unblocked'),
  'account.helped': { warn: ({ help }) => help },
  'deletion.asked': {
    warn: ({ isByStaff }) => (isByStaff ? 'deletion' : null),
    mail: ({ until, isByStaff }) => [isByStaff ? 'deletion_by_staff' : 'deletion_asked', { until }],
  },
  'deletion.put_off': { mail: () => ['deletion_put_off', {}] },
  'feed.reset': { warn: () => 'feed' },
  'login.new': { mail: ({ aside }, { at }) => ['new_login', { ...aside, at }] },
  'device.stolen': { mail: ({ aside }, { at }) => ['device_stolen', { ...aside, at }] },
  'password.changed': mailAt('password_changed'),
  'password.code_told': mailAt('reset_code_told'),
  'totp.turned_on': mailAt('totp_turned_on'),
  'totp.turned_off': mailAt('totp_turned_off'),
  'passkey.added': { mail: ({ aside }, { at }) => ['passkey_added', { ...aside, at }] },
  'passkey.removed': { mail: ({ aside }, { at }) => ['passkey_removed', { ...aside, at }] },
  'email.bound': {
    to: bothAddresses,
    mail: ({ isFirst, masked }, { at }) => [isFirst ? 'email_bound' : 'email_changed', { masked, at }],
  },
  'pause.ended': mailAt('pause_ended'),
  'line.node_gone': { mail: (about, { language }) => ['node_removed', { node: nameIn(about, language) }] },
  'line.moved': {
    mail: ({ aside: { from, to } }, { language }) => {
      const [node, target] = [nameIn({ aside: from }, language), nameIn({ aside: to }, language)]
      return ['line_moved', { node, target }]
    },
  },
  'lines.end_soon': { mail: ({ until }) => ['lines_end_soon', { until }] },
  'order.paid': {
    hooks: order,
    bell: (about) => {
      const { orderId, action, aside } = about
      return { kind: 'order', key: order(about), detail: { orderId, action, about: aside.what } }
    },
  },
  'receipt.due': {
    remind: (about, { language }) => {
      const { number, amountFen, paidAt: at } = about
      const text = about.aside.text
      return ['receipt', { what: nameIn(about, language), amount: yuan(amountFen), number, at, text }]
    },
  },
  'renewal.planned': {
    mail: (about, reader) => ['renew_soon', { ...renewal(about, reader), until: about.endsAt }],
  },
  'renewal.done': { mail: (about, reader) => ['renewed', { ...renewal(about, reader), until: about.endsAt }] },
  'renewal.failed': {
    remind: (about, reader) => {
      const { endsAt: until, isStopped } = about
      if (until === null) return ['renew_early_failed', renewal(about, reader)]
      return [isStopped ? 'renew_stopped' : 'renew_failed', { ...renewal(about, reader), until }]
    },
  },
  'renewal.stopped': {
    mail: (about, { language }) => ['renew_stopped', { package: nameIn(about, language), until: about.endsAt }],
  },
  'package.started': { hooks: ofUser },
  'package.ends_soon': {
    hooks: ofUser,
    remind: (about, { language }) => {
      const { days, endsAt: until, aside } = about
      const next = aside.isSold ? 'renew' : 'choose'
      const { text, coupon } = aside.words ?? { text: null, coupon: null }
      const own = { text: text ? inLanguage(text.body, text.bodies, language) : '', coupon: coupon ?? '' }
      return ['package_ends', { package: nameIn(about, language), days: String(days), until, next, ...own }]
    },
  },
  'package.ended': { hooks: ofUser },
  'traffic.used': {
    hooks: ofUser,
    remind: ({ percent, leftBytes }) => {
      return ['traffic_used', { percent: String(percent), left: formatBytes(leftBytes) }]
    },
  },
  'node.down': {
    ...node,
    ...incident('down'),
    chat: (about, now) => nodeJob(about, 'down', new Date(now.getTime() + NODE_PATIENCE_MS)),
  },
  'node.up': { ...node, ...incident('up'), chat: (about, now) => nodeJob(about, 'up', now) },
  'node.planned': incident('planned'),
  'node.maintenance': incident('maintenance'),
  'withdrawal.asked': {
    hooks: withdrawal,
    chat: (about) => {
      const { resellerId, amountFen } = about
      return job('telegram.staff', { resellerId, kind: 'withdrawal', key: withdrawal(about), amountFen })
    },
  },
  'withdrawal.paid': {
    hooks: withdrawal,
    mail: ({ amountFen, feeFen, aside }, { at }) => {
      return ['withdrawal_paid', { ...aside, amount: yuan(amountFen - feeFen), at }]
    },
  },
  'withdrawal.rejected': {
    hooks: withdrawal,
    mail: ({ amountFen, aside }) => ['withdrawal_refused', { ...aside, amount: yuan(amountFen) }],
  },
  'payment.unpaid': {
    chat: ({ resellerId, paymentId, amountFen }) =>
      job('telegram.staff', { resellerId, kind: 'payment', key: `payment:${paymentId}`, amountFen }),
  },
  'payout.settled': {
    bell: ({ payoutId, state, amountFen }) => {
      return { kind: 'payout', key: `payout:${payoutId}`, detail: { state, amountFen } }
    },
    to: reseller('money.pay-out'),
    mail: (about, { at }) => {
      const words = { ...number(about), amount: yuan(about.amountFen) }
      const { reason } = about.aside
      return reason === null ? ['payout_paid', { ...words, at }] : ['payout_refused', { ...words, reason }]
    },
  },
  'payment.disputed': {
    bell: ({ disputeNo, state, orderId, paymentId }) => {
      const detail = { state: `dispute_${state}`, orderId, paymentId }
      return { kind: 'refund', key: `dispute:${disputeNo}:${state}`, detail }
    },
  },
  'refund.answered': {
    bell: ({ wishId, state, orderId, paymentId }) => {
      return { kind: 'refund', key: `wish:${wishId}`, detail: { state, orderId, paymentId } }
    },
  },
  'balance.low': {
    bell: ({ day, balanceFen, lastsDays }) => {
      return { kind: 'balance', key: `balance:${day}`, detail: { balanceFen, lastsDays } }
    },
  },
  'agency.approved': {
    bell: ({ at }) => ({ kind: 'approved', key: `approved:${at}` }),
    to: agencyOwner,
    mail: (about, { agency = '' }) => ['agency_approved', { ...number(about), agency }],
  },
  'agency.suspended': {
    to: agencyOwner,
    mail: (about, { agency = '' }) => ['agency_suspended', { ...number(about), agency }],
  },
  'agency.given_away': { mail: (about) => ['agency_given_away', handed(about)] },
  'agency.received': { mail: (about) => ['agency_received', handed(about)] },
  'reseller.suspended': {
    to: reseller('staff.read'),
    mail: (about) => ['reseller_suspended', { ...number(about), ...about.aside }],
  },
  'reseller.resumed': { to: reseller('staff.read'), mail: (about) => ['reseller_resumed', number(about)] },
  // To owners: only they may change their team.
  'limit.near': {
    to: reseller('staff.write'),
    mail: (about) => {
      const { kind, isFull, used, max } = about
      const say = kind === 'users' ? String : formatBytes
      return [`${kind}_${isFull ? 'full' : 'near'}`, { ...number(about), used: say(used), max: say(max) }]
    },
  },
  'prices.rise': {
    to: reseller('prices.write'),
    mail: (about) => ['wholesale_rises', { ...number(about), ...about.aside, at: about.from }],
  },
  'offers.stopped': {
    to: reseller('prices.write'),
    mail: (about) => ['offers_stopped', { ...number(about), ...about.aside }],
  },
  'payee.changed': { to: owners, mail: (about, { at }) => ['payee_changed', { ...number(about), at }] },
  'member.signed_in': {
    to: member,
    mail: ({ aside }, reader) => ['staff_new_login', { ...aside, ...memberAt(reader) }],
  },
  'member.password_changed': { to: member, mail: (_about, reader) => ['staff_password_changed', memberAt(reader)] },
  'member.password_reset': { to: colleagues, mail: ({ aside }, { at }) => ['staff_password_reset', { ...aside, at }] },
  'member.factor_changed': { to: member, mail: (_about, reader) => ['staff_factor_changed', memberAt(reader)] },
  'day.summed': {
    to: async (tx, about) => (about.aside.byMail ? member(tx, about) : []),
    mail: ({ day, aside: { text } }) => ['staff_summary', { day, text }],
    chat: ({ resellerId: team, staffId, day, aside: { text, byChat } }) =>
      byChat ? job('telegram.member', { team, staffId, key: `figures:${day}`, text: `${day}\n${text}` }) : null,
  },
  'word.asked': {
    bell: ({ resellerId, key, aside }) => ({ kind: 'word', key: `word:${resellerId}:${key}`, detail: aside }),
    ringsAt: 'platform',
  },
  'word.answered': { bell: ({ wordId, aside }) => ({ kind: 'answer', key: `word:${wordId}`, detail: aside }) },
  'webhook.off': {
    bell: ({ webhookId, at, reason, aside: { name } }) => {
      return { kind: 'webhook', key: `webhook:${webhookId}:${at}`, detail: { name, reason } }
    },
    to: owners,
    mail: ({ reason, at, aside }) => [reason === 'gone' ? 'webhook_gone' : 'webhook_failing', { ...aside, at }],
  },
  'ticket.opened': {
    ...ticket,
    chat: (about, now) => {
      const { messageId } = about.aside
      return ticketJob(about, { messageId, news: 'new', mark: String(messageId ?? `released:${now.getTime()}`) })
    },
  },
  'ticket.written': {
    ...ticket,
    // A second message to an open ticket is no news: it waits for them already.
    chat: (about) => {
      const { messageId, wasWaiting } = about.aside
      return wasWaiting ? null : ticketJob(about, { messageId, news: 'again', mark: String(messageId) })
    },
  },
  'ticket.answered': {
    ...ticket,
    remind: ({ ticketId, aside }) => ['ticket_answered', { number: String(ticketId), ...aside }],
  },
  'ticket.handed': {
    ...ticket,
    isForPlatform: () => true,
    chat: (about, now) => ticketJob(about, { messageId: null, news: 'handed', mark: `handed:${now.getTime()}` }),
  },
  'ticket.closed': ticket,
}

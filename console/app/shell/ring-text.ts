import type { BellRing } from '../../../contract/console/bell.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { moneyText } from '../../features/show/money.tsx'
import { useWords } from '../../words/language.ts'
import type { Translate } from '../../words/words.ts'

export type RingText = { text: string; more: string | null; to: string | null }

/** What a ring says and where it leads. */
export function useRingText(): (ring: BellRing) => RingText {
  const t = useWords('bell')
  return (ring) => ringText(ring, t)
}

export function ringText({ kind, detail }: BellRing, t: Translate<'bell'>): RingText {
  const word = (name: string) => String(detail[name] ?? '')
  const count = (name: string) => Number(detail[name] ?? 0)
  switch (kind) {
    case 'order':
      return { text: t('ringOrder', { about: word('about') }), more: null, to: `/orders/${word('orderId')}` }
    case 'refund':
      return {
        text: t(refundWord(word('state'))),
        more: null,
        to: detail['orderId'] ? `/orders/${word('orderId')}` : `/payments/${word('paymentId')}`,
      }
    case 'payout': {
      const amount = moneyText(count('amountFen'))
      return {
        text: t(word('state') === 'paid' ? 'ringPayoutPaid' : 'ringPayoutRejected', { amount }),
        more: null,
        to: '/money',
      }
    }
    case 'balance':
      return { text: t('ringBalance', { amount: moneyText(count('balanceFen')) }), more: null, to: '/money' }
    case 'incident':
      return { ...incidentText(word, count, t), to: '/network' }
    case 'approved':
      return { text: t('ringApproved'), more: null, to: '/' }
    case 'answer':
      return { text: t('ringAnswer'), more: withName(word('name'), word('text')), to: '/network' }
    case 'webhook': {
      const text = t(word('reason') === 'gone' ? 'ringWebhookGone' : 'ringWebhookFailing', { name: word('name') })
      return { text, more: null, to: '/team' }
    }
    case 'word': {
      const who = t('ringWord', { reseller: word('resellerId'), member: word('member') })
      return { text: who, more: withName(word('name'), word('text')), to: '/resellers' }
    }
  }
}

function refundWord(state: string) {
  if (state.startsWith('dispute_'))
    return state === 'dispute_won' ? 'ringDisputeWon' : state === 'dispute_lost' ? 'ringDisputeLost' : 'ringDispute'
  return state === 'done' ? 'ringRefundDone' : 'ringRefundDeclined'
}

const withName = (name: string, text: string) => (name === '' ? text : `${name}：${text}`)

function incidentText(word: (name: string) => string, count: (name: string) => number, t: Translate<'bell'>) {
  const values = { name: word('name'), lines: count('lines') }
  const event = word('event')
  if (event === 'up') return { text: t('ringNodeUp', { name: values.name }), more: null }
  if (event === 'planned') {
    return { text: t('ringPlanned', { name: values.name, at: recordText(word('startsAt')) }), more: null }
  }
  return { text: t(event === 'maintenance' ? 'ringMaintenance' : 'ringNodeDown', values), more: null }
}

import type { TicketFacts } from '../../../contract/tickets.ts'
import { Rows } from '../../../ui/components/rows.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { moneyText } from '../../features/show/money.tsx'
import { useWords } from '../../words/language.ts'

const nodeWords = { up: 'nodeUp', down: 'nodeDown', maintenance: 'nodeMaintenance' } as const
const paymentWords = { paid: 'paid', pending: 'unpaid', closed: 'unpaid', refunded: 'refunded' } as const

/** What the user saw and sent along; of a payment the amount only for members who may see money. */
export function TicketFactRows({ facts: { at, system, client, lines, payment } }: { facts: TicketFacts }) {
  const t = useWords('tickets')
  return (
    <Rows
      rows={[
        { name: t('seenAt'), value: recordText(at) },
        { name: t('system'), value: system },
        { name: t('client'), value: client ? `${client.name} · ${recordText(client.fetchedAt)}` : t('never') },
        ...lines.map(({ node, state, nodeState, lastByteAt }, index) => ({
          name: `${index + 1}. ${node}`,
          value: [
            t(state === 'suspended' ? 'lineOff' : nodeWords[nodeState]),
            lastByteAt === null ? t('noByte') : t('lastByte', { at: recordText(lastByteAt) }),
          ].join(' · '),
        })),
        {
          name: t('lastPayment'),
          value: payment
            ? [
                recordText(payment.at),
                payment.amountFen === null ? '' : moneyText(payment.amountFen),
                t(paymentWords[payment.state]),
              ]
                .filter(Boolean)
                .join(' · ')
            : t('never'),
        },
      ]}
    />
  )
}

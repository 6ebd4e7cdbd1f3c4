import type { TicketFacts } from '../../../contract/tickets.ts'
import { Rows } from '../../../ui/components/rows.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'

const nodeWords = { up: 'nodeUp', down: 'nodeDown', maintenance: 'nodeMaintenance' } as const
const paymentWords = { paid: 'paid', pending: 'unpaid', closed: 'unpaid', refunded: 'refunded' } as const

/** What support gets to know beside the text. */
export function FactRows({ facts: { system, client, lines, payment } }: { facts: TicketFacts }) {
  const t = useWords('tickets')
  const amountText = useAmountText()
  const lineText = ({ state, nodeState, lastByteAt }: TicketFacts['lines'][number]) =>
    [
      t(state === 'suspended' ? 'lineOff' : nodeWords[nodeState]),
      lastByteAt === null ? t('noByte') : t('lastByte', { at: recordText(lastByteAt) }),
    ].join(' · ')
  const paymentText = ({ at, state, amountFen }: NonNullable<TicketFacts['payment']>) =>
    [recordText(at), amountFen === null ? '' : amountText(amountFen), t(paymentWords[state])]
      .filter(Boolean)
      .join(' · ')
  return (
    <Rows
      rows={[
        { name: t('system'), value: system },
        { name: t('client'), value: client ? `${client.name} · ${recordText(client.fetchedAt)}` : t('clientNone') },
        ...(lines.length === 0 ? [{ name: t('lines'), value: t('linesNone') }] : []),
        ...lines.map((line, at) => ({
          name: lines.findIndex(({ node }) => node === line.node) === at ? line.node : `${line.node} (${at + 1})`,
          value: lineText(line),
        })),
        { name: t('payment'), value: payment ? paymentText(payment) : t('paymentNone') },
      ]}
    />
  )
}

import { formatBytes } from '../../../contract/bytes.ts'
import type { TicketDesk } from '../../../contract/console/tickets.ts'
import { lineLook } from '../../../ui/components/line-look.ts'
import { Rows } from '../../../ui/components/rows.tsx'
import { recordText } from '../../../ui/words/date-text.ts'
import items from '../../features/show/item-rows.module.css'
import { moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { TimelineRows } from '../../features/timeline/timeline-rows.tsx'
import { UserState } from '../../features/user-state/user-state.tsx'
import { useWords } from '../../words/language.ts'

const paymentWords = { paid: 'paid', pending: 'unpaid', closed: 'unpaid', refunded: 'refunded' } as const

/** What is asked first when somebody writes: what the user has, until when, and whether it works now. */
export function NowPart({ desk: { user, payments } }: { desk: TicketDesk }) {
  const t = useWords('tickets')
  const tu = useWords('user')
  const states = useWords('states')
  const { package: plan, lines, blockedReason } = user
  const ends = () => {
    if (plan === null) return '—'
    if (plan.bankedSeconds > 0) return tu('kept', { count: Math.floor(plan.bankedSeconds / 86_400) })
    if (plan.startsBy !== null) return tu('waits')
    return plan.expiresAt === null ? tu('noEnd') : recordText(plan.expiresAt)
  }
  return (
    <Section
      title={t('now')}
      end={
        <UserState
          user={{
            ...user,
            locked: user.lockedAt !== null,
            expiresAt: plan?.expiresAt ?? null,
            hasConnected: user.firstConnectedAt !== null,
          }}
        />
      }
    >
      {blockedReason === null ? null : <p className={items.soft}>{tu('bannerBlocked', { reason: blockedReason })}</p>}
      <Rows
        rows={[
          { name: tu('package'), value: plan?.name ?? tu('noPackage') },
          ...(plan
            ? [
                { name: tu('ends'), value: ends() },
                { name: tu('traffic'), value: `${formatBytes(user.usedBytes)} / ${formatBytes(user.totalBytes)}` },
              ]
            : []),
          { name: tu('lastSeen'), value: user.lastTrafficAt === null ? tu('never') : recordText(user.lastTrafficAt) },
          ...lines.map((line) => ({ name: line.node, value: states(lineLook(line).word) })),
          ...payments.map(({ at, amountFen, state }, index) => ({
            name: index === 0 ? t('lastPayment') : '',
            value: `${recordText(at)} · ${moneyText(amountFen)} · ${t(paymentWords[state])}`,
          })),
        ]}
      />
    </Section>
  )
}

/** The last things that happened, so that nobody asks what the office knows. */
export function LatelyPart({ desk: { lately } }: { desk: TicketDesk }) {
  const t = useWords('tickets')
  return (
    <Section title={t('lately')}>
      <TimelineRows rows={lately} />
    </Section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import type { StaffThread, TicketRow } from '../../../contract/console/tickets.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { ConfirmSheet } from '../../features/show/confirm-sheet.tsx'
import { Section } from '../../features/show/section.tsx'
import { TextButton } from '../../features/show/text-button.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './desk.module.css'
import { TicketState } from './ticket-looks.tsx'

const { list, merge } = consoleApi.tickets
const SHOWN_MAX = 10
type Props = { ticket: StaffThread; onDone: () => Promise<void> }

/** The same user's other tickets, which may be about the same. */
export function MergePart({ ticket, onDone }: Props) {
  const t = useWords('tickets')
  const { accountId } = ticket.user
  const [asked, setAsked] = useState<TicketRow | null>(null)
  const query = useQuery({
    queryKey: [list.path, 'of', accountId],
    queryFn: () => call(list, { account: accountId, sort: '-waitsSince', limit: SHOWN_MAX + 1 }),
  })
  const others = (query.data?.rows ?? []).filter(({ ticketId }) => ticketId !== ticket.ticketId).slice(0, SHOWN_MAX)
  if (others.length === 0) return null
  return (
    <Section title={t('others')}>
      <ul className={css.rows}>
        {others.map((row) => (
          <li key={row.ticketId} className={css.row}>
            <div className={css.facts}>
              <Link className={css.begin} to={`/tickets/${row.ticketId}`}>
                #{row.ticketId} {row.title}
              </Link>
              <TicketState ticket={row} />
            </div>
            {ticket.state === 'closed' || row.holder !== ticket.holder ? null : (
              <TextButton label={`${t('mergeHere')}: #${row.ticketId}`} onClick={() => setAsked(row)}>
                {t('mergeHere')}
              </TextButton>
            )}
          </li>
        ))}
      </ul>
      {asked === null ? null : (
        <ConfirmSheet
          opened
          onClose={() => setAsked(null)}
          title={t('mergeTitle', { number: asked.ticketId })}
          button={t('mergeHere')}
          isFinal
          act={async () => {
            await call(merge, { ticketId: asked.ticketId, into: ticket.ticketId })
            showMessage('success', t('merged'))
            await onDone()
          }}
        >
          <p>{t('mergeText', { number: asked.ticketId })}</p>
        </ConfirmSheet>
      )}
    </Section>
  )
}

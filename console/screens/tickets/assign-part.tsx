import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { consoleApi } from '../../../contract/console/api.ts'
import type { StaffThread } from '../../../contract/console/tickets.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import items from '../../features/show/item-rows.module.css'
import { useRun } from '../../features/show/use-run.ts'
import { call } from '../../session/call.ts'
import { useSession } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './ticket.module.css'

const { assign, members } = consoleApi.tickets
type Props = { ticket: StaffThread; onDone: () => Promise<void> }

/** Who works on the ticket; oneself by one tap. */
export function AssignPart({ ticket: { ticketId, assignee, state, holder, resellerId }, onDone }: Props) {
  const t = useWords('tickets')
  const { member, scope } = useSession()
  const { busy, failure, run } = useRun()
  const [isChoosing, setChoosing] = useState(false)
  const give = (staffId: number | null) =>
    void run(async () => {
      await call(assign, staffId === null ? { ticketId } : { ticketId, staffId })
      setChoosing(false)
      await onDone()
    })
  const isMine = assignee?.staffId === member.id
  // Only the side that holds the ticket works on it.
  const isOurs = (scope === 'platform') === (holder === 'operator' || resellerId === 0)
  return (
    <>
      <p className={items.soft}>{assignee === null ? t('nobodyWorks') : t('works', { name: assignee.name })}</p>
      {failure === null ? null : <Callout tone="bad">{failure}</Callout>}
      {state === 'closed' || !isOurs ? null : (
        <div className={css.actions}>
          <ActionButton tone="quiet" busy={busy} onClick={() => give(isMine ? null : member.id)}>
            {t(isMine ? 'letGo' : 'takeIt')}
          </ActionButton>
          <ActionButton tone="quiet" onClick={() => setChoosing(true)}>
            {t('giveTo')}
          </ActionButton>
        </div>
      )}
      <MembersSheet ticketId={ticketId} opened={isChoosing} onClose={() => setChoosing(false)} onGive={give} />
    </>
  )
}

type SheetProps = { ticketId: number; opened: boolean; onClose: () => void; onGive: (staffId: number) => void }

function MembersSheet({ ticketId, opened, onClose, onGive }: SheetProps) {
  const t = useWords('tickets')
  const base = useWords('base')
  const query = useQuery({
    queryKey: [members.path, ticketId],
    queryFn: () => call(members, { ticketId }),
    enabled: opened,
  })
  return (
    <Sheet opened={opened} onClose={onClose} title={t('giveTo')} closeLabel={base('close')}>
      <Loaded query={query} failed={t('membersFailed')} card="" bones={<Bones count={3} height={44} />}>
        {({ rows }) => (
          <div className={css.thread}>
            {rows.map(({ staffId, name }) => (
              <ActionButton key={staffId} tone="quiet" fill onClick={() => onGive(staffId)}>
                {name}
              </ActionButton>
            ))}
          </div>
        )}
      </Loaded>
    </Sheet>
  )
}

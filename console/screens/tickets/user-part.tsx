import { useState } from 'react'

import type { StaffThread } from '../../../contract/console/tickets.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { ActionsSheet } from '../../features/user/actions-sheet.tsx'
import { GiveSheet } from '../../features/user/give-sheet.tsx'
import { useUser } from '../../features/user/use-user.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'

type Opened = 'nothing' | 'give' | 'actions'

/**
 * What the user's page can do, beside the thread: the sheets are the same, and the draft of the answer stays. The user
 * is loaded, and the look written down, only when a member opens them.
 */
export function UserPart({ ticket: { user } }: { ticket: Pick<StaffThread, 'user'> }) {
  const t = useWords('tickets')
  const may = useMay()
  const [isWanted, setWanted] = useState(false)
  const canAct = (['users.give', 'users.help', 'users.write'] as const).some((permission) => may(permission))
  if (!may('users.read') || !canAct) return null
  return isWanted ? (
    <Sheets accountId={user.accountId} />
  ) : (
    <ActionButton tone="quiet" onClick={() => setWanted(true)}>
      {t('help')}
    </ActionButton>
  )
}

function Sheets({ accountId }: { accountId: number }) {
  const t = useWords('tickets')
  const { data: user, isError, refetch } = useUser(accountId)
  const [opened, setOpened] = useState<Opened>('actions')
  const close = () => setOpened('nothing')
  return (
    <>
      <ActionButton
        tone="quiet"
        busy={!user && !isError}
        onClick={() => {
          if (isError) void refetch()
          setOpened('actions')
        }}
      >
        {t('help')}
      </ActionButton>
      {user ? (
        <>
          <GiveSheet user={user} opened={opened === 'give'} onClose={close} />
          <ActionsSheet
            user={user}
            opened={opened === 'actions'}
            other="give"
            onOther={() => setOpened('give')}
            onClose={close}
          />
        </>
      ) : null}
    </>
  )
}

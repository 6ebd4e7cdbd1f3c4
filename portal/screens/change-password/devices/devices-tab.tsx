import { useState } from 'react'

import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { List } from '../../../../ui/components/list.tsx'
import { Bones, Loaded } from '../../../../ui/components/loaded.tsx'
import { useSessions } from '../../../features/account/use-sessions.ts'
import { useWords } from '../../../words/language.ts'
import { DeviceRow, type Session } from './device-row.tsx'
import css from './devices.module.css'
import { SignOutOthersSheet } from './sign-out-others-sheet.tsx'

export function DevicesTab() {
  const user = useWords('user')
  return (
    <Loaded
      query={useSessions()}
      failed={user('loadFailedTitle')}
      bones={<Bones count={3} height={56} />}
      bonesClass={css.bones}
    >
      {({ items }) => <Devices sessions={items} />}
    </Loaded>
  )
}

function Devices({ sessions }: { sessions: readonly Session[] }) {
  const t = useWords('change-password')
  const [asking, setAsking] = useState(false)
  // This device first, then the latest.
  const items = sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.seenAt.localeCompare(a.seenAt))
  const isAlone = items.every(({ current }) => current)
  return (
    <>
      <p className="soft">{t(isAlone ? 'onlyThis' : 'devicesText')}</p>
      <List>
        {items.map((session) => (
          <DeviceRow key={session.id} session={session} />
        ))}
      </List>
      {isAlone ? null : (
        <div className={css.action}>
          <ActionButton tone="quiet" icon="logout" onClick={() => setAsking(true)}>
            {t('signOutOthers')}
          </ActionButton>
        </div>
      )}
      <SignOutOthersSheet opened={asking} onClose={() => setAsking(false)} />
    </>
  )
}

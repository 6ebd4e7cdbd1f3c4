import { Skeleton } from '@mantine/core'
import { useState } from 'react'

import { ActionButton } from '../../../../ui/components/action-button.tsx'
import { RetryCard } from '../../../../ui/components/retry-card.tsx'
import { failureText } from '../../../../ui/words/failure-text.ts'
import { useWords } from '../../../words/language.ts'
import { DeviceRow } from './device-row.tsx'
import css from './devices.module.css'
import { useSessions } from './session-list.ts'
import { SignOutOthersSheet } from './sign-out-others-sheet.tsx'

export function DevicesTab() {
  const t = useWords('security')
  const account = useWords('account')
  const base = useWords('base')
  const [asking, setAsking] = useState(false)
  const { data, error, isFetching, refetch } = useSessions()
  if (!data && error) {
    return (
      <RetryCard
        title={account('loadFailedTitle')}
        text={failureText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) {
    return (
      <div className={css.bones} role="status" aria-label={base('loading')}>
        <Skeleton height={56} radius="md" />
        <Skeleton height={56} radius="md" />
        <Skeleton height={56} radius="md" />
      </div>
    )
  }
  // The reader's own device first, then the latest.
  const items = [...data.items].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.seenAt.localeCompare(a.seenAt),
  )
  const isAlone = items.every(({ current }) => current)
  return (
    <>
      <p className={css.text}>{t(isAlone ? 'onlyThis' : 'devicesText')}</p>
      <ul>
        {items.map((session) => (
          <DeviceRow key={session.id} session={session} />
        ))}
      </ul>
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

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import type { UserInfo } from '../../../contract/accounts.ts'
import { PlainMessage } from '../../../ui/components/plain-message.tsx'
import { useUserInfo } from '../../session/use-stored.ts'
import { useWords } from '../../words/language.ts'

type Props = {
  bones: ReactNode
  /** Lays out the placeholders like the screen. */
  bonesClass?: string | undefined
  /** May return null: the screen still waits for other data. */
  children: (info: UserInfo) => ReactNode
}

/** A screen about the user: placeholders until the user's information is there, and one action if loading fails. */
export function WithInfo({ bones, bonesClass, children }: Props) {
  const t = useWords('user')
  const base = useWords('base')
  const { data, error, refetch } = useUserInfo()
  if (error) {
    return (
      <PlainMessage title={t('infoFailedTitle')} text={t('infoFailedText')} fill="content">
        <Button fullWidth onClick={() => void refetch()}>
          {base('retry')}
        </Button>
      </PlainMessage>
    )
  }
  const shown = data ? children(data) : null
  return (
    shown ?? (
      <div className={bonesClass} role="status" aria-label={base('loading')}>
        {bones}
      </div>
    )
  )
}

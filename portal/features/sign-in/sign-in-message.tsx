import type { ReactNode } from 'react'

import { Notice } from '../../../ui/components/auth/notice.tsx'
import { useWords } from '../../words/language.ts'
import css from './sign-in-message.module.css'
import { useArrivalMessage } from './use-arrival-message.ts'

const arrivalWords = { not_signed_in: 'notSignedIn', expired: 'expired', neutral: 'pleaseSignIn' } as const

type Props = {
  failure: string | null
  isWaiting: boolean
  /** Takes the place of the failure: what it means here, and the way out. */
  explained?: ReactNode
}

/** What happened last, else why the reader is here. */
export function SignInMessage(props: Props) {
  return (
    <div className={css.room}>
      <Message {...props} />
    </div>
  )
}

function Message({ failure, isWaiting, explained }: Props) {
  const t = useWords('login')
  const arrival = useArrivalMessage()
  if (isWaiting) return <Notice tone="info">{t('waiting')}</Notice>
  if (explained) return explained
  if (failure !== null) return <Notice tone="bad">{failure}</Notice>
  return arrival === null ? null : <Notice tone="info">{t(arrivalWords[arrival])}</Notice>
}

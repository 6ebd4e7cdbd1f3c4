import { type ReactNode, useSyncExternalStore } from 'react'

import { Callout } from '../../../ui/components/auth/callout.tsx'
import { readQueryParam } from '../../../ui/device/page.ts'
import { redirectMessageKey, type RedirectMessageKey } from '../../session/return-path.ts'
import { useWords } from '../../words/language.ts'
import css from './sign-in-message.module.css'

const arrivalWords = { not_signed_in: 'notSignedIn', expired: 'expired', neutral: 'pleaseSignIn' } as const

type Props = {
  failure: string | null
  isWaiting: boolean
  /** Replaces the failure text: what it means here, and what to do. */
  explained?: ReactNode
}

/** The last failure, else why the reader is here. */
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
  if (isWaiting) return <Callout tone="info">{t('waiting')}</Callout>
  if (explained) return explained
  if (failure !== null) return <Callout tone="bad">{failure}</Callout>
  return arrival === null ? null : <Callout tone="info">{t(arrivalWords[arrival])}</Callout>
}

/** Why the reader is here. The prerendered page does not know; the script in its head has reserved the space. */
export function useArrivalMessage(): RedirectMessageKey | null {
  return useSyncExternalStore(never, readMessage, () => null)
}

function readMessage(): RedirectMessageKey | null {
  return redirectMessageKey(readQueryParam('message'))
}

function never(): () => void {
  return () => {}
}

import { useState } from 'react'
import { useLocation } from 'react-router'

import { api } from '../../../contract/api.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { AuthPage } from '../../features/sign-in/auth-page.tsx'
import { handoverTicket } from '../../session/handover.ts'
import { leaveFor } from '../../session/redirect.ts'
import { enterSession } from '../../session/sign-in.ts'
import { start } from '../../session/start.ts'
import { useConfigState } from '../../state/config.ts'
import { useWords } from '../../words/language.ts'

/**
 * Goes on where an app could not: takes over its session and open payment. Asks first, because a link from a stranger
 * must not sign anybody in by itself.
 */
export default function HandoverScreen() {
  const t = useWords('paying')
  const place = useLocation()
  const [ticket] = useState(() => handoverTicket(place))
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  // The whole page loads anew, without the ticket: the session begins as after any sign-in.
  const goOn = () => leaveFor(place.pathname + place.search, null)

  async function takeOver(): Promise<void> {
    setIsBusy(true)
    setFailure(null)
    try {
      await start()
      const { dailiKey } = useConfigState.getState()
      enterSession(await call(api.sessions.handover, { ticket: ticket ?? '', dailiKey }, { noRedirect: true }))
      goOn()
    } catch (error) {
      setFailure(error)
      setIsBusy(false)
    }
  }

  return (
    <AuthPage title={t('handTitle')} tagline={t('handText')}>
      {failure ? (
        <Callout tone="bad">{failureText(failure)}</Callout>
      ) : (
        <Button busy={isBusy} onClick={() => void takeOver()}>
          {t('handGo')}
        </Button>
      )}
      <Button look={failure ? 'filled' : 'quiet'} onClick={goOn}>
        {t('handLogin')}
      </Button>
    </AuthPage>
  )
}

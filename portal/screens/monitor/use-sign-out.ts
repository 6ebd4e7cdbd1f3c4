import { useState } from 'react'
import { useNavigate } from 'react-router'

import { wordsOf } from '../../words/language.ts'
import { signOutMonitor } from '../../session/monitor-session.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'

export function useSignOut(): { leaving: boolean; leave: () => void } {
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()

  async function leave(): Promise<void> {
    setLeaving(true)
    const revoked = await signOutMonitor()
    if (!revoked) showMessage('info', wordsOf('monitor')('signedOutHere'))
    await navigate('/loginMonitor', { replace: true })
  }

  return { leaving, leave: () => void (leaving ? undefined : leave()) }
}

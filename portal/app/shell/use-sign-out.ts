import { useState } from 'react'
import { useNavigate } from 'react-router'

import { showMessage } from '../../../ui/components/toast-store.ts'
import { signOut } from '../../session/sign-out.ts'
import { wordsOf } from '../../words/language.ts'

export function useSignOut(): { leaving: boolean; leave: () => void } {
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()

  async function leave(): Promise<void> {
    setLeaving(true)
    const revoked = await signOut()
    if (!revoked) showMessage('info', wordsOf('user')('signedOutHere'))
    await navigate('/login', { replace: true })
  }

  return { leaving, leave: () => void (leaving ? undefined : leave()) }
}

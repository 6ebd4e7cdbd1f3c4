import { useState } from 'react'

import { signOut } from '../../session/sign-out.ts'
import { FreezeAccount } from './freeze-account.tsx'
import { Locked } from './locked.tsx'

/**
 * Once locked, nothing of the screen may call any more: every token is dead, and the answer would throw the reader out
 * before the way back is read.
 */
export default function FreezeAccountScreen() {
  const [forgotten, setForgotten] = useState<Promise<unknown> | null>(null)
  if (forgotten) return <Locked forgotten={forgotten} />
  return <FreezeAccount onLocked={() => setForgotten(signOut())} />
}

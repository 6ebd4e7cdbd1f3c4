import { useState } from 'react'

import { leave } from '../../session/sign-in.ts'

export function useSignOut(): { leaving: boolean; leave: () => void } {
  const [leaving, setLeaving] = useState(false)
  return {
    leaving,
    leave: () => {
      if (leaving) return
      setLeaving(true)
      void leave()
    },
  }
}

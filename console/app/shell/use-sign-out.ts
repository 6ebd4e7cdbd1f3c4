import { useState } from 'react'

import { askFirst } from '../../features/form/unsaved.ts'
import { leave } from '../../session/sign-in.ts'

export function useSignOut(): { leaving: boolean; leave: () => void } {
  const [leaving, setLeaving] = useState(false)
  return {
    leaving,
    leave: () => {
      if (leaving) return
      askFirst(() => {
        setLeaving(true)
        void leave()
      })
    },
  }
}

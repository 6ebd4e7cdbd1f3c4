import { useEffect, useState } from 'react'

import { findFriend } from '../../session/register.ts'
import { readInvite } from './read-invite.ts'

/** The masked name of whoever sent the invitation; null without one, until it is known, and when nobody knows it. */
export function useFriend(): string | null {
  const [friend, setFriend] = useState<string | null>(null)
  useEffect(() => {
    const code = readInvite()
    if (code) void findFriend(code).then(setFriend)
  }, [])
  return friend
}

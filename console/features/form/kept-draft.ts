import { useEffect, useState } from 'react'

import { place } from '../../session/office.ts'
import { useSession } from '../../session/session.ts'

/**
 * A long text that outlives its form, and the page: kept in this browser for this member and office until it is sent or
 * cleared. Not for secrets or for what users told us.
 */
export function useKeptDraft<T extends object>(form: string, empty: T) {
  const { member } = useSession()
  const key = `console-draft ${member.id} ${place.named ?? 'own'} ${form}`
  const [found] = useState(() => read<T>(key))
  const [draft, setDraft] = useState<T>(found ?? empty)
  useEffect(() => write(key, isSame(draft, empty) ? null : draft), [key, draft, empty])
  return {
    draft,
    setDraft,
    /** What stood here when the form opened was written earlier. */
    isBack: found !== null,
    isChanged: !isSame(draft, empty),
    forget(): void {
      setDraft(empty)
      write(key, null)
    },
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A browser may refuse to store, or hold something of an older version: then there is no draft. */
function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function write(key: string, draft: object | null): void {
  try {
    if (draft === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The text stays in the form all the same.
  }
}

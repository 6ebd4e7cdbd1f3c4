import { useEffect, useState } from 'react'

import { readStored, removeStored, writeStored } from '../../../ui/device/storage.ts'
import { place } from '../../session/office.ts'
import { useSession } from '../../session/session.ts'

/**
 * A long text that outlives its form, and the page: kept in this browser for this member and office until it is sent or
 * cleared. Not for secrets or for what users told us.
 */
export function useKeptDraft<T extends object>(form: string, empty: T) {
  const { member } = useSession()
  const key: Key = `console-draft ${member.id} ${place.named ?? 'own'} ${form}`
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

type Key = `console-draft ${string}`

/** What an older version kept may be no draft. */
function read<T>(key: Key): T | null {
  try {
    return JSON.parse(readStored(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function write(key: Key, draft: object | null): void {
  if (draft === null) removeStored(key)
  else writeStored(key, JSON.stringify(draft))
}

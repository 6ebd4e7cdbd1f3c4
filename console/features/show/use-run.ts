import { useState } from 'react'

import { useProblems } from '../form/edit-room.tsx'

/** Runs one call of a form: busy while it runs, problems at its fields if it is refused, `onDone` if it succeeds. */
export function useRun(onDone: () => void = () => {}) {
  const problems = useProblems()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function run(act: () => Promise<void>): Promise<void> {
    setBusy(true)
    setFailure(null)
    problems.clear()
    try {
      await act()
      onDone()
    } catch (error) {
      setFailure(problems.refuse(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run, room: { isSending: busy, problems } }
}

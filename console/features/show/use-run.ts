import { useState } from 'react'

import { failureText } from '../../../ui/words/failure-text.ts'

/** Runs one call of a sheet: busy while it runs, an error text if it is refused, `onDone` if it succeeds. */
export function useRun(onDone: () => void = () => {}) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function run(act: () => Promise<void>): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      await act()
      onDone()
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run }
}

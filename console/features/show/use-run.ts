import { useState } from 'react'

import { failureText } from '../../../ui/words/failure-text.ts'

/** One call of a sheet: busy while it runs, its refusal in words, done once it went well. */
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

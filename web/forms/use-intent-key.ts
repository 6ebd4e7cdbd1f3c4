import { useState } from 'react'

export type IntentKey = {
  /** The same for every try of the same thing, a new one as soon as anything about it differs. */
  of: (intent: unknown) => string
  /** It is done: the same thing once more is another intent. */
  settle: () => void
}

/** Keys of money actions: a lost answer is asked for again with the same key, so nothing is ever paid twice. */
export function useIntentKey(): IntentKey {
  const [key] = useState(makeIntentKey)
  return key
}

export function makeIntentKey(): IntentKey {
  let last = { intent: '', key: '' }
  return {
    of(intent) {
      const text = JSON.stringify(intent)
      if (last.intent !== text) last = { intent: text, key: crypto.randomUUID() }
      return last.key
    },
    settle() {
      last = { intent: '', key: '' }
    },
  }
}

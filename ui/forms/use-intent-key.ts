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
      if (last.intent !== text) last = { intent: text, key: drawKey() }
      return last.key
    },
    settle() {
      last = { intent: '', key: '' }
    },
  }
}

/** Not crypto.randomUUID: over plain http, as on a phone in the same network, browsers have none. */
function drawKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('')
}

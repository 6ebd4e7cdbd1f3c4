import { useState } from 'react'

export type IntentKey = {
  /** Same key for every try of the same thing; a new key as soon as anything differs. */
  of: (intent: unknown) => string
  /** Call when done: doing the same thing again then gets a new key. */
  settle: () => void
}

/** Keys for money actions: after a lost answer the retry sends the same key, so nothing is paid twice. */
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

/** Not crypto.randomUUID: browsers lack it over plain http, for example on a phone in the same network. */
function drawKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('')
}

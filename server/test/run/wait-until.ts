import { patient } from '../../../test/patience.ts'

/** Polls until `look` finds something and returns it. */
export async function waitUntil<T>(
  look: () => Promise<T | null | undefined | false>,
  what: string,
  quietLimitMs = 60_000,
): Promise<T> {
  const limitMs = patient(quietLimitMs)
  const deadline = Date.now() + limitMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

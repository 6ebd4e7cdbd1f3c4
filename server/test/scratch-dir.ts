import { onTestFinished } from 'vitest'
import { makeThrowawayDir } from './throwaway-dir.ts'

/** A folder for one test, removed after it with every database server that still runs below it. */
export async function makeScratchDir(): Promise<string> {
  const folder = await makeThrowawayDir()
  onTestFinished(folder.remove)
  return folder.path
}

export async function waitUntil<T>(
  look: () => Promise<T | null | undefined | false>,
  what: string,
  limitMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

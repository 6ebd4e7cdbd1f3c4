import path from 'node:path'

import type { World } from '../world.ts'
import { startProcess } from './start-process.ts'

/** Runs one operation of `alone.ts` in a separate process. Returns how many it did per second. */
export async function runAlone(
  { databaseUrl, seconds }: World,
  what: 'argon2' | 'ledger' | 'upsert' | 'charge',
  atOnce: number,
): Promise<number> {
  const file = path.join(import.meta.dirname, '..', 'peers', 'alone.ts')
  const alone = startProcess(file, [what, String(atOnce), String(seconds)], { DATABASE_URL: databaseUrl })
  return Number(await alone.output())
}

// Three ways to break what is below a server or within it, under payments.
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { loadLockFile } from '../../server/platform/postgres/lock-file.ts'
import { findProgram } from '../../server/test/run/requires.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { endsWithUs } from '../../test/end-on-signal.ts'
import { freePort } from '../../test/free-port.ts'
import type { PayLoad } from './cluster/pay-load.ts'
import { payThrough, type Judged } from './struck-payments.ts'
import { withDatabase } from './throwaway-server.ts'

/** `backMs`: for each strike, when the next payment was acknowledged after it. */
export type Figures = Judged & { found: { backMs: number[] } }

const DAY_MS = 86_400_000
const BACK_MS = 90_000
const FULL_FOR_MS = 4_000
const DISK_MB = 600
/** Sessions that are renewed by a clock of tomorrow end their old tokens a minute later. */
const CLOCKS_FOR_MS = 40_000

async function isBack(load: PayLoad, since: number): Promise<number> {
  const next = () => load.ackedAt.find((time) => time > since)
  return (await waitUntil(async () => next(), 'the next payment', BACK_MS)) - since
}

/** Kills PostgreSQL with -9, again and again; its watchman starts it anew. */
export function killPostgres(databaseUrl: string, folder: string, kills: number): Promise<Figures> {
  return payThrough(
    databaseUrl,
    async (world) => [await world.start()],
    async (load) => {
      const backMs: number[] = []
      for (let kill = 0; kill < kills; kill += 1) {
        await sleep(300 + Math.random() * 1_500)
        const { pid } = (await loadLockFile(path.join(folder, 'postgres')))!
        const since = performance.now()
        process.kill(pid, 'SIGKILL')
        backMs.push(await isBack(load, since))
      }
      return { backMs }
    },
  )
}

/** A database on a disk of its own that gets full under it. Null where this process may not mount one. */
export async function fillDisk(rounds: number): Promise<Figures | null> {
  const disk = mountDisk()
  if (!disk) return null
  // Where the database goes, and only it.
  const usual = process.env['TMPDIR']
  process.env['TMPDIR'] = disk.folder
  try {
    return await withDatabase((url) => {
      if (usual === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = usual
      return payThrough(
        url,
        async (world) => [await world.start()],
        async (load) => {
          const backMs: number[] = []
          for (let round = 0; round < rounds; round += 1) {
            await sleep(2_000)
            const ballast = path.join(disk.folder, 'ballast')
            fill(ballast)
            await sleep(FULL_FOR_MS)
            rmSync(ballast)
            backMs.push(await isBack(load, performance.now()))
          }
          return { backMs }
        },
      )
    })
  } finally {
    await disk.remove()
  }
}

function mountDisk() {
  const [mount, umount] = [findProgram('mount'), findProgram('umount')]
  if (!mount || !umount) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-disk-'))
  try {
    execFileSync(mount, ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0777`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    return null
  }
  const remove = endsWithUs(async () => {
    execFileSync(umount, [folder])
    rmdirSync(folder)
  })
  return { folder, remove }
}

function fill(name: string): void {
  const file = openSync(name, 'w')
  try {
    for (const size of [2 ** 20, 4096]) {
      const piece = Buffer.alloc(size)
      try {
        for (;;) writeSync(file, piece)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(file)
  }
}

/** Two servers of one installation, one a day ahead, one a day behind: what one begins the other goes on with. */
export function shiftClocks(databaseUrl: string, forMs = CLOCKS_FOR_MS): Promise<Figures> {
  return payThrough(
    databaseUrl,
    async (world) => [
      await world.start(undefined, clockOff(DAY_MS)),
      await world.start(await freePort(), clockOff(-DAY_MS)),
    ],
    async () => {
      await sleep(forMs)
      return { backMs: [] }
    },
    // Alipay answers nobody whose clock is off, so nothing can begin there.
    'epay',
  )
}

/** Every reading of the time in that process, also those of its packages. */
export function clockOff(byMs: number): Record<string, string> {
  const code = `{ const real = Date; globalThis.Date = class extends real {
    constructor(...given) { if (given.length === 0) super(real.now() + ${byMs}); else super(...given) }
    static now() { return real.now() + ${byMs} } } }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

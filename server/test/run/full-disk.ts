import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, renameSync, rmdirSync, rmSync, symlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { findProgram } from './requires.ts'

export type FullDisk = {
  /** Puts the folder on the full disk from now on. */
  takePlaceOf(folder: string): { giveBack(): void }
  remove(): void
}

/** A disk without space, or null if this process may not mount one: only root may, and not in every container. */
export function makeFullDisk(): FullDisk | null {
  const [mount, umount] = [findProgram('mount'), findProgram('umount')]
  const mountPoint = mkdtempSync(path.join(tmpdir(), 'yuxian-full-'))
  try {
    if (!mount || !umount) throw new Error('No mount')
    execFileSync(mount, ['-t', 'tmpfs', '-o', 'size=64k,mode=0777', 'tmpfs', mountPoint], { stdio: 'ignore' })
  } catch {
    rmdirSync(mountPoint)
    console.warn('This process may not mount a disk: how a full one is told cannot be tested.')
    return null
  }
  fill(path.join(mountPoint, 'all-there-is'))
  return {
    takePlaceOf(folder) {
      renameSync(folder, `${folder}.kept`)
      symlinkSync(mountPoint, folder)
      return {
        giveBack() {
          rmSync(folder)
          renameSync(`${folder}.kept`, folder)
        },
      }
    },
    remove() {
      execFileSync(umount, [mountPoint])
      rmdirSync(mountPoint)
    },
  }
}

function fill(name: string): void {
  const file = openSync(name, 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

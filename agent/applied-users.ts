import { rmSync } from 'node:fs'
import path from 'node:path'

import type { EngineUser } from './drivers/driver.ts'
import { quarantine, readDurable, writeDurably } from './durable-file.ts'

type Row = Pick<EngineUser, 'number' | 'generation' | 'port' | 'mode'>
type Stored = { boot: string; setupKey: string; isClean: boolean; rows: Row[] }
export type AppliedUsers = ReturnType<typeof openAppliedUsers>

/**
 * The users in the engine, kept here because engines cannot be asked. A generation number stands for the credential.
 */
export function openAppliedUsers(dir: string) {
  const file = path.join(dir, 'applied.json')
  const stored = readDurable<Stored>(file)
  if (stored === 'damaged') quarantine(file)
  let known: Stored = typeof stored === 'string' ? { boot: '', setupKey: '', isClean: false, rows: [] } : stored
  const users = new Map(known.rows.map((row) => [row.number, row]))
  const save = () => {
    try {
      writeDurably(file, { ...known, rows: [...users.values()] } satisfies Stored)
    } catch {
      // Cutting off a user must not wait for space on the disk. Without the file, the next agent starts a new engine.
      rmSync(file, { force: true })
    }
  }

  return {
    users: users as ReadonlyMap<number, Row>,
    has: (user: Row) => isSame(users.get(user.number), user),
    /** Whether the engine of this boot has exactly the users listed here. */
    describes: (boot: string, setupKey: string) => known.isClean && known.boot === boot && known.setupKey === setupKey,
    begin(): void {
      if (!known.isClean) return
      known.isClean = false
      save()
    },
    removed: (number: number) => void users.delete(number),
    added: ({ number, generation, port, mode }: Row) => void users.set(number, { number, generation, port, mode }),
    commit(): void {
      if (known.isClean) return
      known.isClean = true
      save()
    },
    /** Records a new engine with exactly these users. */
    restart(boot: string, setupKey: string, given: readonly Row[]): void {
      users.clear()
      for (const { number, generation, port, mode } of given) users.set(number, { number, generation, port, mode })
      known = { boot, setupKey, isClean: true, rows: [] }
      save()
    },
  }
}

function isSame(a: Row | undefined, b: Row): boolean {
  return a?.generation === b.generation && a.port === b.port && a.mode === b.mode
}

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

import { createDb } from '../../server/platform/db/db.ts'
import type { PanelName } from '../../server/test/build/panels/schemas.ts'
import { freePort } from '../../test/free-port.ts'
import { carryBytes, hasEngine } from './import/carry.ts'
import { Claims, type Desk } from './import/desk.ts'
import { readHuge, skipLogs } from './import/hostile.ts'
import type { KillPoint } from './import/kill.ts'
import { fetchOldAddresses, signIn } from './import/look-in.ts'
import { hasMariaDb, startMariaDb, type MariaDb } from './import/mariadb.ts'
import { moveBusiness, undoAndRepeat, type Moved } from './import/move.ts'
import { withDatabase, withServer, type ProofServer } from './throwaway-server.ts'

export type Size = {
  /** Over the three panels together. */
  users: number
  nodes: number
  changes: number
  logRows: number
  hugeMb: number
  /** Where the command is killed, panel by panel. */
  kills: Record<PanelName, readonly KillPoint[]>
}

export const PANELS: PanelName[] = ['v2board', 'fork', 'xboard']
/** How many users, and nodes of each panel, may be named behind the proof's name. */
const [USERS, NODES] = [Number(process.argv[3] ?? 50_000), Number(process.argv[4] ?? 10)]
const FULL: Size = {
  users: USERS,
  nodes: NODES,
  // Only ordinary users change, and of a few there are fewer.
  changes: Math.min(1000, Math.floor(USERS / 10)),
  logRows: 10_000_000,
  hugeMb: 1000,
  kills: { v2board: ['passwords', 'users', 'money'], fork: ['users'], xboard: ['passwords'] },
}

/**
 * Businesses of the three panels, dumped by a real MariaDB, come over by the commands of an operator that are killed, run
 * again and run with changes; then their users sign in, fetch their old addresses and send bytes through a real engine.
 */
export async function prove(): Promise<boolean> {
  if (!hasMariaDb() || !hasEngine()) {
    console.log('It needs MariaDB and v2ray: apt-get install mariadb-server v2ray')
    return false
  }
  const claims = new Claims()
  await readHuge(FULL.hugeMb, claims)
  sayTimes(await withDatabase((url) => moveAll(url, FULL, claims)), FULL)
  return claims.broken.length === 0
}

async function moveAll(databaseUrl: string, size: Size, claims: Claims): Promise<Moved[]> {
  const source = await startMariaDb()
  try {
    return await atDesk(databaseUrl, async (desk) => {
      const moved: Moved[] = []
      for (const panel of PANELS) moved.push(await moveOne(desk, source, { panel, size, claims }))
      await goesAndComesAgain(desk, source, { panel: PANELS.at(-1)!, size, claims })
      await skipLogs(desk, source, size.logRows, claims)
      return moved
    })
  } finally {
    await source.stop()
  }
}

/** A desk at a database, with a folder of its own. */
export async function atDesk<T>(databaseUrl: string, work: (desk: Desk) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yuxian-import-'))
  const db = createDb({ url: databaseUrl, poolSize: 4, applicationName: 'yuxian-proof' })
  try {
    return await work({ db, databaseUrl, secretKey: randomBytes(32).toString('hex'), folder })
  } finally {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
}

type One = { panel: PanelName; size: Size; claims: Claims }

const resellerOf = (panel: PanelName) => 261 + PANELS.indexOf(panel)

/** The panel that came last, whose database the source still has, while the others stay as they are. */
export function goesAndComesAgain(desk: Desk, source: MariaDb, { panel, size, claims }: One): Promise<void> {
  const others = PANELS.filter((each) => each !== panel).map(resellerOf)
  return undoAndRepeat(desk, source, { panel, resellerId: resellerOf(panel), nodes: size.nodes, others }, claims)
}

/** Everything about one panel: its business comes over, and its users go on. */
export async function moveOne(desk: Desk, source: MariaDb, { panel, size, claims }: One): Promise<Moved> {
  const resellerId = resellerOf(panel)
  const people = Math.ceil(size.users / PANELS.length)
  const business = { panel, people, nodes: size.nodes, enginePort: await freePort() }
  const changes = Math.ceil(size.changes / PANELS.length)
  const moved = await moveBusiness(desk, source, { ...business, resellerId, kills: size.kills[panel], changes }, claims)
  const { databaseUrl, secretKey } = desk
  const look = async (server: ProofServer) => {
    const looked = { server, panel, resellerId, claims }
    await signIn(looked)
    await fetchOldAddresses(looked)
    if (hasEngine()) await carryBytes(looked)
  }
  await withServer(databaseUrl, look, { secretKey })
  return moved
}

/** A figure and no claim: it is one of the machine, and of what else it does. */
function sayTimes(moved: readonly Moved[], { users, changes }: Size): void {
  const seconds = moved.reduce((total, { changedSeconds }) => total + changedSeconds, 0)
  console.log(`  ${users} users after ${changes} changes at the source took ${seconds.toFixed(1)} s`)
}

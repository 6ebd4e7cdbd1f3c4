import type pg from 'pg'

import { createDb, type Db } from '../../../server/platform/db/db.ts'

/** A server process, as far as money knows of it: its connections. It can die and be started again. */
export type Host = { name: string; db: Db; isDead: boolean; clients: Set<pg.PoolClient>; die(): void }

/** More than tasks can want at once: nobody may wait for a connection, which the turnstile would not see. */
const POOL_SIZE = 16

export function startHost(url: string, name: string, follow: (host: Host, client: pg.PoolClient) => void): Host {
  const db = createDb({ url, poolSize: POOL_SIZE, applicationName: `simulated ${name}` })
  const host: Host = {
    name,
    db,
    isDead: false,
    clients: new Set(),
    die() {
      host.isDead = true
      db.pool.connect = (() => Promise.reject(new Error('the process is gone'))) as typeof db.pool.connect
    },
  }
  db.pool.on('connect', (client) => {
    host.clients.add(client)
    follow(host, client)
  })
  db.pool.on('remove', (client) => host.clients.delete(client as pg.PoolClient))
  return host
}

import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { createTestDatabase } from '../../test/run/database.ts'
import { waitUntil } from '../../test/run/wait-until.ts'
import { createDb, named } from './db.ts'
import { listen, stopListening } from './listen.ts'

const { url } = await createTestDatabase()

/** Something between us and the database that one day forgets its connections and tells nobody. */
async function openForgetful() {
  const target = new URL(url)
  const socket = path.join(target.searchParams.get('host') ?? '', `.s.PGSQL.${target.port || '5432'}`)
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(socket)
    open.add(near)
    for (const side of [near, far]) side.on('error', () => {})
    near.pipe(far)
    far.pipe(near)
    near.on('close', () => open.delete(near))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const near of open) near.destroy()
    server.close()
  })
  target.searchParams.delete('host')
  return {
    url: Object.assign(target, { hostname: '127.0.0.1', port: String((server.address() as AddressInfo).port) }).href,
    forget: () => {
      expect(open.size).toBe(3)
      for (const near of open)
        near
          .unpipe()
          .removeAllListeners('end')
          .on('data', () => {})
    },
    /** Who has gone does not take another byte. */
    count: () => {
      for (const near of open) near.write('x')
      return open.size
    },
  }
}

test('who listens and who keeps connections ends, though the database never answers the goodbye', async () => {
  const between = await openForgetful()
  const db = createDb({ url: between.url, poolSize: 2 })
  const heard = Promise.withResolvers<void>()
  listen(db, 'nothing', () => {}, heard.resolve)
  await Promise.all([heard.promise, named(db, 'one', 'select pg_sleep(0.1)'), named(db, 'two', 'select pg_sleep(0.1)')])
  between.forget()
  await stopListening(db)
  await db.close()
  // An open socket keeps a process alive.
  await waitUntil(async () => between.count() === 0, 'all connections to be let go')
})

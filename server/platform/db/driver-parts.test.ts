import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'

import { createTestDatabase } from '../../test/run/database.ts'
import { withClient } from '../postgres/connection.ts'
import { DriverQuery, streamOf } from './driver-parts.ts'

const database = await createTestDatabase()

test('the driver still has the parts of a query that we build on', () => {
  const query = new DriverQuery('select 1')
  expect(query._result.rows).toEqual([])
  expect(query._canceledDueToError).toBe(false)
  const methods = ['prepare', 'handleRowDescription', 'handleDataRow', 'handleCommandComplete'] as const
  for (const method of methods) expect(query[method]).toBeTypeOf('function')
})

test("the driver still has its connection's stream", async () => {
  await withClient(database.connection, async (client) => {
    const stream = streamOf(client)
    expect(stream).toBeInstanceOf(Duplex)
    const sent: unknown[] = []
    const write = stream.write.bind(stream)
    stream.write = ((chunk: never) => (sent.push(chunk), write(chunk))) as typeof stream.write
    await client.query('select 1')
    expect(sent.length).toBeGreaterThan(0)
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Type from 'typebox'
import { expect, onTestFinished, test } from 'vitest'

import { route } from '../../contract/route.ts'
import { bind, registerRoutes } from '../../server/platform/http/bind.ts'
import { createHttpServer } from '../../server/platform/http/server.ts'
import { createLog } from '../../server/platform/log.ts'
import { makeCashierApp } from '../../server/test/run/make-cashier-app.ts'
import * as hostile from './hostile.ts'
import * as raw from './raw-requests.ts'

const made = await makeCashierApp()

test('finds a call that falls over one odd value of one field', async () => {
  const input = Type.Object({ note: Type.String({ maxLength: 50 }) }, { additionalProperties: false })
  const output = Type.Object({}, { additionalProperties: false })
  const planted = route('POST /api/t-odd', { access: 'public', input, output, errors: [], summary: '' })
  const app = await createHttpServer(made.config, createLog('silent'))
  const nobody = async () => null
  const bound = bind(planted, (_ctx, { note }) => {
    if (note.includes('%')) decodeURIComponent(note)
    return {}
  })
  registerRoutes(app, [bound], {
    db: made.db,
    config: made.config,
    authenticateUser: nobody,
    authenticateMonitor: nobody,
    authenticateStaff: nobody,
    authenticateKey: nobody,
    noteRefusal: async () => {},
    authenticateNode: async () => ({
      kind: 'node',
      nodeId: 1,
    }),
  })
  const size = { calls: 400, perTurn: 400 }
  const find = async (path: string) => {
    const figures = await hostile.sendTo(
      { ...made, app: path === planted.path ? app : made.app },
      [{ ...planted }],
      size,
    )
    return hostile.findProblems(figures, size)
  }
  expect(await find(planted.path)).toEqual([expect.stringMatching(/^[1-9]\d* answers of 5xx: \/api\/t-odd /)])
})

test('memory that grows with the calls is told', () => {
  const good = { seconds: 1, calls: 9, routes: 1, statuses: { 200: 1, 400: 8 }, faults: [], bookProblems: [] }
  const find = (heldMb: number[]) => hostile.findProblems({ ...good, heldMb }, { calls: 9, perTurn: 1 })
  expect(find([100, 140, 120, 118, 121, 119])).toEqual([])
  expect(find([100, 140, 180, 220, 260, 300])).toHaveLength(1)
})

test('raw requests: a real application holds, a server that falls over a header does not', async () => {
  const { port } = made.app.server.address() as AddressInfo
  expect(raw.findProblems({ ...(await raw.sendRawTo(port, 300)), exits: 0 }, 300)).toEqual([])
  const careless = createServer(({ headers }, answer) => {
    answer.writeHead('content-type' in headers ? 500 : headers['content-length'] ? 400 : 200).end()
  })
  await new Promise<void>((resolve) => careless.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void careless.close())
  const found = raw.findProblems(
    { ...(await raw.sendRawTo((careless.address() as AddressInfo).port, 600)), exits: 0 },
    600,
  )
  expect(found).toEqual([expect.stringContaining('raw requests were answered 500')])
})

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { MonitorAlert } from '../../../contract/monitor-figures.ts'
import { atFileEnd } from '../run/endings.ts'

type Call = { change: 'raised' | 'resolved'; text: string; alert: MonitorAlert; headers: IncomingHttpHeaders }

/** An operator's webhook that takes every alert, closed after the file's tests. */
export async function openWebhook(): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    calls.push({ ...(JSON.parse(body) as Omit<Call, 'headers'>), headers: request.headers })
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atFileEnd(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, calls }
}

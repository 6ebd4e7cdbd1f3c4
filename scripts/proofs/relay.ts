import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Relay = Awaited<ReturnType<typeof startRelay>>

/** A relay between agent and portal, on loopback: it can be away, and it can lose answers of the portal. */
export async function startRelay(portalUrl: string) {
  const portal = new URL(portalUrl)
  let isAway = false
  let toLose = 0
  let lost = 0
  const server = createServer((incoming, outgoing) => {
    if (isAway) return void outgoing.writeHead(503).end()
    return pass(incoming, outgoing)
  })

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, headers, url } = incoming
    const onward = request({ host: portal.hostname, port: portal.port, method, headers, path: url }, (answer) => {
      // Status reports repeat themselves anyway, so lose only answers to batches.
      if (toLose > 0 && url?.startsWith('/api/node/v1/batches')) {
        toLose -= 1
        lost += 1
        // The portal has committed when its answer ends, but the agent never gets the answer.
        return void answer.resume().on('end', () => outgoing.destroy())
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      return void answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setAway: (away: boolean) => void (isAway = away),
    loseAnswers: (count: number) => void (toLose += count),
    lost: () => lost,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

import type { Socket, Sockets } from '../sockets.ts'
import type { Access } from './access-log.ts'
import type { Presence } from './driver.ts'

type Options = { sockets: Sockets; takeAccesses(): Access[] }
type OwnerOfPort = ReadonlyMap<number, number>
type IsDoomed = (owner: number | null, address: string) => boolean

const nameOf = ({ localPort, peer }: Socket) => `${localPort} ${peer}`

export type Owners = ReturnType<typeof openOwners>

/** Tells which user owns a connection: by the user's own port, else by the engine's access log. */
export function openOwners({ sockets, takeAccesses }: Options) {
  const byPeer = new Map<string, number>()
  const seen: Access[] = []
  const ownerOf = (socket: Socket, ofPort: OwnerOfPort): number | null =>
    ofPort.get(socket.localPort) ?? byPeer.get(`${socket.address} ${socket.port}`) ?? null

  function look(): void {
    for (const access of takeAccesses()) {
      byPeer.set(`${access.address} ${access.port}`, access.number)
      seen.push(access)
    }
  }

  function list(ports: readonly number[]): Promise<Socket[]> {
    look()
    return sockets.list(ports)
  }

  return {
    look,
    ownerOf,
    seen: (): readonly Access[] => seen,
    forget: () => byPeer.clear(),

    /**
     * Returns how many of these connections are still there. Newer connections are ignored: their user is already
     * removed.
     */
    async cut(ports: readonly number[], ofPort: OwnerOfPort, isDoomed: IsDoomed): Promise<number> {
      let doomed = (await list(ports)).filter((socket) => isDoomed(ownerOf(socket, ofPort), socket.address))
      for (let tries = 0; doomed.length > 0 && tries < 5; tries += 1) {
        await sockets.destroy(doomed)
        const names = new Set(doomed.map(nameOf))
        doomed = (await sockets.list(ports)).filter((socket) => names.has(nameOf(socket)))
        if (doomed.length > 0) await sleep(50)
      }
      return doomed.length
    },

    async closeAll(ports: readonly number[]): Promise<void> {
      await sockets.destroy(await sockets.list(ports))
    },

    async presence(ports: readonly number[], ofPort: OwnerOfPort): Promise<Presence> {
      const live = await list(ports)
      const addresses = new Map<number, Set<string>>()
      const add = (number: number, address: string) =>
        addresses.set(number, (addresses.get(number) ?? new Set()).add(address))
      const claimed = new Set<string>()
      for (const { number, address, port } of seen.splice(0)) {
        add(number, address)
        // Port 0: a web socket's client named this address in a header. A real address is logged with its port.
        if (port === 0) claimed.add(`${number} ${address}`)
      }
      for (const socket of live) {
        const owner = ownerOf(socket, ofPort)
        if (owner !== null) add(owner, socket.address)
      }
      // Another client may get the same port later. An outdated owner would protect that client from a cut.
      const names = new Set(live.map(({ address, port }) => `${address} ${port}`))
      for (const peer of byPeer.keys()) if (!names.has(peer)) byPeer.delete(peer)
      return { connections: live.length, addresses, claimed }
    },
  }
}

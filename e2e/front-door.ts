import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type FrontDoor = {
  url: string
  /** The paths of all requests so far. */
  asked: readonly string[]
  /** From now on every connection breaks. */
  shut(): void
  reopen(): void
  /** Pages, answers and the worker say that they are of this build. */
  serveBuild(build: string): void
  /** Scripts and styles are not found, as after a deployment. */
  loseFiles(): void
  findFiles(): void
  /** The worker's address shows a page, as an older release would. */
  withdrawWorker(): void
  close(): Promise<void>
}

/** Stands before a server and spoils what a test asks for. Passes on the rest, and the host it was asked for. */
export async function startFrontDoor(target: string): Promise<FrontDoor> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  let isShut = false
  let build: string | null = null
  let hasFiles = true
  let hasWorker = true
  const server = http.createServer((request, response) => {
    const path = request.url!.split('?', 1)[0]!
    asked.push(path)
    if (!hasFiles && path.startsWith('/static/')) return void response.writeHead(404).end()
    const url = new URL(path === '/sw.js' && !hasWorker ? '/nowhere' : request.url!, target)
    const headers = { ...request.headers, 'accept-encoding': 'identity' }
    const passed = http.request(url, { method: request.method, headers }, (answer) => {
      const own = answer.headers['x-build'] as string | undefined
      if (build === null || own === undefined) {
        response.writeHead(answer.statusCode!, answer.headers)
        return void answer.pipe(response)
      }
      void collect(answer).then((body) => {
        const text = isText(answer.headers['content-type']) ? body.toString().replaceAll(own, build!) : body
        const { 'content-length': _length, 'transfer-encoding': _encoding, ...kept } = answer.headers
        response.writeHead(answer.statusCode!, { ...kept, 'x-build': build! }).end(text)
      })
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  server.on('connection', (socket) => {
    if (isShut) return socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    shut: () => {
      isShut = true
      cut()
    },
    reopen: () => void (isShut = false),
    serveBuild: (name) => void (build = name),
    loseFiles: () => void (hasFiles = false),
    findFiles: () => void (hasFiles = true),
    withdrawWorker: () => void (hasWorker = false),
    close: async () => {
      cut()
      server.close()
    },
  }
}

const isText = (type: string | undefined) => /html|javascript|json/.test(type ?? '')

async function collect(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

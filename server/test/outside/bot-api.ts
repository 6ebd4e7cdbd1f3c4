import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { atFileEnd } from '../run/endings.ts'

type Params = Record<string, unknown>
export type BotCall = { token: string; method: string; params: Params }
export type Said = { token: string; chatId: number; text: string; params: Params; messageId: number }
/** What a call meets before the API looks at it; `reset-late` drops the connection after the message was taken. */
export type BotFault = { status: number; description?: string; retryAfterS?: number } | 'reset' | 'reset-late'

/** What BotFather and the chats know. */
function makeWorld() {
  return {
    bots: new Map<string, { id: number; username: string }>(),
    hooks: new Map<string, Params>(),
    updates: new Map<string, Params[]>(),
    blocked: new Set<number>(),
    said: [] as Said[],
    calls: [] as BotCall[],
    faults: [] as BotFault[],
    /** Decides per message, for long runs. */
    faultFor: (_call: BotCall): BotFault | null => null,
    lastMessage: 0,
    lastBot: 7_000_000,
    lastUpdate: 100,
  }
}
type World = ReturnType<typeof makeWorld>
type Refused = Exclude<BotFault, string>

/** The stand-in for api.telegram.org, on loopback: the same paths, bodies and errors. */
export async function startBotApi() {
  const world = makeWorld()
  const server = createServer((request, response) => void take(world, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { said, calls, hooks, blocked } = world
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
    said,
    calls,
    hooks,
    blocked,
    /** What the next messages meet, before anything else. */
    fail: (...next: BotFault[]) => void world.faults.push(...next),
    failBy: (choose: World['faultFor']) => void (world.faultFor = choose),
    ...botFather(world),
    /** What a person writes to a bot, as an update; it waits for getUpdates too. */
    write(token: string, chatId: number, text: string, more: Params = {}, fields: Params = {}) {
      const person = { id: chatId, is_bot: false, first_name: `P${chatId}`, language_code: 'zh-hans', ...more }
      const chat = { id: chatId, type: 'private', first_name: person.first_name, ...more }
      const message = { message_id: (world.lastMessage += 1), date: 0, from: person, chat, text, ...fields }
      const update = { update_id: (world.lastUpdate += 1), message }
      world.updates.set(token, [...(world.updates.get(token) ?? []), update])
      return update
    },
  }
}

function botFather(world: World) {
  return {
    /** A bot and its token. */
    makeBot(username: string) {
      const id = (world.lastBot += 1)
      const token = `${id}:${Buffer.from(`${username}-${id}`).toString('base64url').padEnd(35, 'x').slice(0, 35)}`
      world.bots.set(token, { id, username })
      return { id, token, username }
    },
    /** A second token of the same bot; the first one stops. */
    renew(token: string) {
      const bot = world.bots.get(token)!
      world.bots.delete(token)
      const next = `${bot.id}:${'n'.repeat(35)}`
      world.bots.set(next, bot)
      return next
    },
    /** Returns what makes the token good again. */
    revoke(token: string) {
      const bot = world.bots.get(token)!
      world.bots.delete(token)
      return () => void world.bots.set(token, bot)
    },
  }
}

async function take(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
  const call = { token, method, params: JSON.parse(Buffer.concat(pieces).toString() || '{}') as Params }
  world.calls.push(call)
  const fault = method === 'sendMessage' ? (world.faults.shift() ?? world.faultFor(call)) : null
  if (fault === 'reset') return void request.socket.destroy()
  if (fault && fault !== 'reset-late') return refuse(response, fault)
  const answer = answerTo(world, call)
  if (fault === 'reset-late') return void request.socket.destroy()
  if ('status' in answer) return refuse(response, answer)
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, result: answer.result }))
}

function answerTo(world: World, { token, method, params }: BotCall): Refused | { result: unknown } {
  const bot = world.bots.get(token)
  if (!bot) return { status: 401, description: 'Unauthorized' }
  if (method === 'getMe') return { result: { ...bot, is_bot: true, first_name: 'Bot' } }
  if (method === 'setWebhook') world.hooks.set(token, params)
  if (method === 'deleteWebhook') world.hooks.delete(token)
  if (method === 'setWebhook' || method === 'deleteWebhook') return { result: true }
  if (method === 'getUpdates') return getUpdates(world, token, params)
  if (method !== 'sendMessage') return { status: 404, description: 'Not Found' }
  const { chat_id: chatId, text } = params as { chat_id: number; text: string }
  if (world.blocked.has(chatId)) return { status: 403, description: 'Forbidden: bot was blocked by the user' }
  if (chatId <= 0) return { status: 400, description: 'Bad Request: chat not found' }
  if (text === '') return { status: 400, description: 'Bad Request: message text is empty' }
  const messageId = (world.lastMessage += 1)
  world.said.push({ token, chatId, text, params, messageId })
  return { result: { message_id: messageId, chat: { id: chatId, type: 'private' }, text } }
}

function getUpdates({ hooks, updates }: World, token: string, { offset = 0, limit = 100 }: Params) {
  if (hooks.has(token)) return { status: 409, description: "Conflict: can't use getUpdates while webhook is active" }
  const waiting = (updates.get(token) ?? []).filter(({ update_id: id }) => Number(id) >= Number(offset))
  updates.set(token, waiting)
  return { result: waiting.slice(0, Number(limit)) }
}

function refuse(response: ServerResponse, { status, description = 'Error', retryAfterS }: Refused): void {
  const parameters = retryAfterS === undefined ? {} : { parameters: { retry_after: retryAfterS } }
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ok: false, error_code: status, description, ...parameters }))
}

/** The same for a test file: closed after its tests. */
export async function startTestBotApi() {
  const api = await startBotApi()
  atFileEnd(async () => api.close())
  return api
}
export type BotApi = Awaited<ReturnType<typeof startBotApi>>

import { formats } from '../../../server/domains/feeds/formats.ts'
import type { PanelName } from '../../../server/test/build/panels/schemas.ts'
import { userAgents } from '../../../server/test/build/user-agents.ts'
import { parseLineUri, type ParsedLine } from '../../../server/test/look/parse-uri.ts'
import type { ProofServer } from '../throwaway-server.ts'
import { personAt, PLACES, type Person } from './business.ts'
import type { Claims } from './desk.ts'

export type Looked = { server: ProofServer; panel: PanelName; resellerId: number; claims: Claims }

let callers = 0
/** A new address for each call: limits by address are not the point here. */
export const newCaller = () => ({
  'x-forwarded-for': `10.${(callers += 1) >> 16}.${(callers >> 8) & 255}.${callers & 255}`,
})

/** Each kind of password, and each kind of e-mail, signs in by the call of the portal, and is plain argon2id afterwards. */
export async function signIn({ server, panel, resellerId, claims }: Looked): Promise<void> {
  const people = [...PLACES.kinds, ...PLACES.emails].map((at) => personAt(panel, at))
  const refused: string[] = []
  for (const person of people) {
    const wrong = await login(server, resellerId, person, `${person.password}x`)
    const before = await storedOf(server, resellerId, person)
    const first = await login(server, resellerId, person, person.password)
    const stored = await storedOf(server, resellerId, person)
    const second = await login(server, resellerId, person, person.password)
    const isTurned = before.passwordKind === person.kind && stored.passwordKind === null
    const isPlain = isTurned && stored.passwordHash.startsWith('$argon2id$') && stored.passwordSalt === null
    if (wrong !== 422 || first !== 200 || second !== 200 || !isPlain) {
      refused.push(`${person.email} (${person.kind}): ${wrong}, ${first}, ${second}, ${stored.passwordKind ?? 'plain'}`)
    }
  }
  const kinds = [...new Set(people.map(({ kind }) => kind))]
  const text = `${panel}: ${kinds.join(', ')} sign in by e-mail over HTTP, ${people.length} users, and then have only argon2id`
  claims.say(refused.length === 0, [text, ...refused].join('; '))
}

async function login({ url }: ProofServer, dailiKey: number, { email }: Person, passWord: string): Promise<number> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...newCaller() },
    body: JSON.stringify({ userName: email, passWord, dailiKey }),
  })
  await response.arrayBuffer()
  return response.status
}

function storedOf({ db }: ProofServer, resellerId: number, { email }: Person) {
  return db.kysely
    .selectFrom('accounts')
    .select(['passwordHash', 'passwordKind', 'passwordSalt'])
    .where('resellerId', '=', resellerId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
}

/** Every client in use, at both old addresses: its own format, with the user's old uuid in it. */
export async function fetchOldAddresses({ server, panel, claims }: Looked): Promise<void> {
  const { uuid, token } = personAt(panel, PLACES.fed)
  const wrong: string[] = []
  for (const [agent, format] of userAgents) {
    for (const address of [`/api/v1/client/subscribe?token=${token}`, `/s/${token}`]) {
      const { status, type, body } = await fetchFeed(server, address, agent)
      const isRight = status === 200 && type === formats[format].contentType && decoded(body).includes(uuid)
      if (!isRight) wrong.push(`${agent} at ${address.split(/[?]|\/[^/]*$/)[0]}: ${status} ${type}`)
    }
  }
  const formatCount = new Set(userAgents.map(([, format]) => format)).size
  const text = `${panel}: ${userAgents.length} clients get their own of ${formatCount} formats, with the old uuid, at /api/v1/client/subscribe and /s/`
  claims.say(wrong.length === 0, [text, ...wrong].join('; '))
}

async function fetchFeed({ url }: ProofServer, address: string, agent: string) {
  const response = await fetch(url + address, { headers: { 'user-agent': agent, ...newCaller() } })
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
}

/** Lists of addresses come in base64. */
function decoded(body: string): string {
  return /^[A-Za-z0-9+/=\s]+$/.test(body) ? Buffer.from(body, 'base64').toString() : body
}

/** The lines of a user as a client reads them at the old address. */
export async function fetchLines(server: ProofServer, token: string): Promise<ParsedLine[]> {
  const { body } = await fetchFeed(server, `/api/v1/client/subscribe?token=${token}`, 'v2rayN/7.24.8')
  return decoded(body).split('\n').filter(Boolean).map(parseLineUri)
}

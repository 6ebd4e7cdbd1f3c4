import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { api } from '../../contract/api.ts'
import { limits } from '../../contract/limits.ts'
import { createAccount } from '../../server/domains/accounts/create-account.ts'
import { signImageId } from '../../server/domains/sign-in/captcha/image-code.ts'
import { hashCount } from '../../server/platform/secrets/passwords.ts'
import { withServer, type ProofServer } from './throwaway-server.ts'

/** How many wrong sign-ins hit one account, how many of them bring a solved captcha, and how many run at a time. */
export type Storm = { wrong: number; withCaptcha: number; atOnce: number; mistypes: number }
export type Figures = {
  seconds: number
  answers: Record<string, number>
  guessesWithoutCaptcha: number
  hashes: number
  /** Milliseconds of each sign-in with a device credential during the attack; null is a refusal. */
  withDeviceMs: (number | null)[]
  withoutDevice: Entry
  afterMistypes: Entry
}
/** What happened to the owner, from the first press of the button until signed in. */
type Entry = { isIn: boolean; ms: number; toldToWaitS: number[]; captchas: number }
type Answer = { status: number; code: string; retryAfterS: number; device?: string }

const OWNER = { userName: 'the.owner', password: 'quiet river stone', address: '203.0.113.10', home: '203.0.113.20' }
/** A stranger guesses at one account from thousands of addresses while its owner signs in three ways. */
export function stormAccount(
  databaseUrl: string,
  storm: Storm,
  options: { patienceMs?: number } = {},
): Promise<Figures> {
  const work = async (server: ProofServer): Promise<Figures> => {
    await makeOwner(server)
    const first = await signIn(server, OWNER.address, { remember: true })
    const hashesBefore = hashCount.value
    const startedAt = performance.now()
    const isFelt = Promise.withResolvers<void>()
    const attack = runAttack(server, storm, isFelt.resolve)
    await isFelt.promise
    const device = signInWithDevice(server, first.device, storm)
    const [stranger, mistyper] = await Promise.all([enter(server, OWNER.home), enterAfterMistypes(server, storm)])
    const { answers, guessesWithoutCaptcha } = await attack
    return {
      seconds: (performance.now() - startedAt) / 1000,
      answers,
      guessesWithoutCaptcha,
      hashes: hashCount.value - hashesBefore,
      withDeviceMs: await device,
      withoutDevice: stranger,
      afterMistypes: mistyper,
    }
  }
  return withServer(databaseUrl, work, options)
}

export function findProblems(figures: Figures, storm: Storm): string[] {
  const { answers, withDeviceMs, withoutDevice, afterMistypes } = figures
  const allowed = new Set(['auth.bad_credentials', 'auth.captcha_required', 'request.too_many', 'auth.busy'])
  const strange = Object.keys(answers).filter((code) => !allowed.has(code))
  const sent = Object.values(answers).reduce((sum, count) => sum + count, 0)
  const isLate = (entry: Entry) =>
    !entry.isIn || entry.toldToWaitS.some((waitS) => waitS * 1000 > limits.loginDelayMaxMs)
  return [
    ...(sent === storm.wrong ? [] : [`${sent} of ${storm.wrong} wrong logins were answered`]),
    ...(strange.length === 0 ? [] : [`wrong logins were answered with ${strange.join(', ')}`]),
    ...(figures.guessesWithoutCaptcha <= limits.loginFailures ? [] : ['too many guesses without a captcha']),
    ...(withDeviceMs.includes(null) ? ['the owner with a device credential was held up'] : []),
    ...(isLate(withoutDevice) || withoutDevice.ms > limits.loginDelayMaxMs ? ['the owner was kept out'] : []),
    ...(isLate(afterMistypes) ? ['the owner who mistyped was kept out'] : []),
  ]
}

async function makeOwner({ db, config }: ProofServer): Promise<void> {
  await db.kysely.insertInto('resellers').values({ id: 0 }).execute()
  const owner = { resellerId: 0, userName: OWNER.userName, password: OWNER.password }
  const ctx = { db, config, now: new Date(), language: 'zh-CN' as const }
  await createAccount(ctx, { ...owner, inviteCode: '', agreementVersion: null })
}

/** Uses the picture code, whose answer we know: the cost of a proof of work is not tested here. */
function solvedCaptcha({ config }: ProofServer): string {
  return `img.${signImageId({ now: new Date(), config }, 'ACEFH')}.ACEFH`
}

async function signIn({ url }: ProofServer, address: string, fields: object): Promise<Answer> {
  const response = await fetch(url + api.sessions.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ userName: OWNER.userName, passWord: OWNER.password, dailiKey: 0, ...fields }),
  })
  const body = (await response.json()) as { code?: string; data?: { device?: string } }
  return {
    status: response.status,
    code: body.code ?? 'ok',
    retryAfterS: Number(response.headers.get('retry-after') ?? 0),
    ...(body.data?.device ? { device: body.data.device } : {}),
  }
}

async function runAttack(server: ProofServer, storm: Storm, onFelt: () => void) {
  const answers: Record<string, number> = {}
  const every = Math.max(1, Math.floor(storm.wrong / storm.withCaptcha))
  let sent = 0
  let guessesWithoutCaptcha = 0
  const attacker = async () => {
    while (sent < storm.wrong) {
      const number = (sent += 1)
      const hasCaptcha = number % every === 0
      const address = `10.${randomInt(8)}.${randomInt(256)}.${randomInt(256)}`
      const passWord = `wrong guess ${number}`
      const { code } = await signIn(server, address, {
        passWord,
        ...(hasCaptcha ? { captcha: solvedCaptcha(server) } : {}),
      })
      answers[code] = (answers[code] ?? 0) + 1
      if (code === 'auth.captcha_required') onFelt()
      if (code === 'auth.bad_credentials' && !hasCaptcha) guessesWithoutCaptcha += 1
    }
  }
  await Promise.all(Array.from({ length: storm.atOnce }, attacker))
  return { answers, guessesWithoutCaptcha }
}

/** Signs in with the credential of the last sign-in each time, like a browser. */
async function signInWithDevice(server: ProofServer, device: string | undefined, storm: Storm) {
  const times: (number | null)[] = []
  let credential = device
  for (let round = 0; round < Math.max(3, Math.floor(storm.wrong / 1000)); round += 1) {
    const startedAt = performance.now()
    const answer = await signIn(server, OWNER.address, { remember: true, device: credential })
    times.push(answer.status === 200 ? Math.round(performance.now() - startedAt) : null)
    credential = answer.device ?? credential
    await delay(200)
  }
  return times
}

/** Does what the portal does: solves a captcha if asked, waits if told to, and repeats if the hash queue is full. */
async function enter(server: ProofServer, address: string): Promise<Entry> {
  const startedAt = performance.now()
  const entry: Entry = { isIn: false, ms: 0, toldToWaitS: [], captchas: 0 }
  let captcha: string | undefined
  while (!entry.isIn && performance.now() - startedAt < 3 * limits.loginDelayMaxMs) {
    const answer = await signIn(server, address, captcha ? { captcha } : {})
    entry.isIn = answer.status === 200
    if (answer.status === 429) {
      entry.toldToWaitS.push(answer.retryAfterS)
      await delay(answer.retryAfterS * 1000)
    }
    if (['auth.captcha_required', 'auth.captcha_wrong', 'auth.busy'].includes(answer.code)) {
      captcha = solvedCaptcha(server)
      entry.captchas += 1
    }
  }
  return { ...entry, ms: Math.round(performance.now() - startedAt) }
}

/** The owner mistypes several times first and so causes these waits. */
async function enterAfterMistypes(server: ProofServer, { mistypes }: Storm): Promise<Entry> {
  const address = '203.0.113.30'
  for (let wrong = 0; wrong < mistypes;) {
    const answer = await signIn(server, address, { passWord: 'mistyped', captcha: solvedCaptcha(server) })
    if (answer.code === 'auth.bad_credentials') wrong += 1
    else await delay(answer.retryAfterS * 1000)
  }
  return enter(server, address)
}

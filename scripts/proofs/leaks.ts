import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { getFeedUrl } from '../../server/domains/feeds/load-link.ts'
import { addHook } from '../../server/domains/webhooks/own-hooks.ts'
import { randomToken } from '../../server/platform/secrets/crypto.ts'
import { buildCards } from '../../server/test/build/build-cards.ts'
import { buildStaff } from '../../server/test/build/build-staff.ts'
import { buildTrafficNode } from '../../server/test/build/traffic-factories.ts'
import { dumpEveryRow } from '../../server/test/look/every-row.ts'
import { makeCaptcha } from '../../server/test/outside/captcha.ts'
import { openMailbox } from '../../server/test/outside/mailbox.ts'
import { codeIn } from '../../server/test/outside/read-mail.ts'
import { enrolAgent } from '../../server/test/outside/test-agent.ts'
import { endFile } from '../../server/test/run/endings.ts'
import { makeCashierApp, type CashierApp } from '../../server/test/run/make-cashier-app.ts'
import { runJobs } from '../../server/test/run/run-jobs.ts'
import { root } from '../step.ts'
import { storageOf } from './browser-storage.ts'

/** A secret by its name, and the places where it belongs. */
export type Secret = { text: string; name: string; belongs?: string[] }
export type Figures = {
  secrets: number
  /** How many characters were searched in each place; null where it could not be looked at. */
  places: Record<string, number | null>
  leaks: string[]
  refused: string[]
}

const RESELLER = 260
const PARTNER = `partner ${randomToken(24)}`
const METRICS = `metrics ${randomToken(24)}`

export async function lookForSecrets(databaseUrl: string): Promise<Figures> {
  const mailbox = await openMailbox()
  const env = { SMTP_URL: mailbox.url, PARTNER_KEYS: PARTNER, METRICS_TOKEN: METRICS, LOG_LEVEL: 'debug' }
  const made = await makeCashierApp({ DATABASE_URL: databaseUrl, ...env })
  try {
    await runJobs(made)
    const secrets: Secret[] = [
      { name: "a partner's key", text: PARTNER },
      { name: 'the token of the figures', text: METRICS },
      { name: 'SECRET_KEY', text: made.config.secretKey.toString() },
      ...(await liveAsUser(made, mailbox)),
      ...(await liveAsOffice(made)),
    ]
    const storage = await storageOf(databaseUrl, made.config.secretKey.toString())
    await useWhereTheyDoNotBelong(made, secrets)
    const places: Record<string, string | null> = {
      dump: await dumpEveryRow(made.db),
      logs: `${made.logged.join('\n')}\n${storage?.log ?? ''}`,
      mails: mailbox.received.map((mail) => JSON.stringify(mail)).join('\n'),
      answers: await readAnswers(made),
      storage: storage?.kept ?? null,
      addresses: storage?.visited.join('\n') ?? null,
      bundles: readBundles(),
    }
    const all = [...secrets, ...(storage?.secrets ?? [])]
    return {
      secrets: all.length,
      places: Object.fromEntries(
        Object.entries(places).map(([place, text]) => [place, text === null ? null : text.length]),
      ),
      leaks: findLeaks(all, places),
      refused: [],
    }
  } finally {
    await endFile()
  }
}

/** As it is, or as bytes are written. */
export function findLeaks(secrets: readonly Secret[], places: Record<string, string | null>): string[] {
  const written = (text: string) => {
    const bytes = Buffer.from(text)
    // In base64 a text looks different at each of three places, but for its ends.
    const shifted = [0, 1, 2].map((by) =>
      Buffer.concat([Buffer.alloc(by), bytes])
        .toString('base64')
        .slice(4, -4),
    )
    return [text, encodeURIComponent(text), bytes.toString('hex'), ...shifted]
  }
  return Object.entries(places).flatMap(([place, said]) => {
    const lower = said?.toLowerCase() ?? ''
    return secrets
      .filter(({ belongs = [] }) => !belongs.includes(place))
      .filter(({ text }) => written(text).some((form) => lower.includes(form.toLowerCase())))
      .map(({ name }) => `${name} in ${place}`)
  })
}

/** Everything that a user types, or gets, and nobody else may have. */
async function liveAsUser(made: CashierApp, mailbox: Awaited<ReturnType<typeof openMailbox>>): Promise<Secret[]> {
  const { call, config, db } = made
  const [first, second, third, wrong] = ['first', 'second', 'third', 'wrong'].map(
    (word) => `${word} ${randomToken(12)}`,
  )
  const userName = 'canary-user'
  const captcha = () => makeCaptcha(config)
  await buildStaff(made, { resellerId: RESELLER })
  const entered = await ok(
    call(api.accounts.register, { userName, passWord: first!, daili: RESELLER, captcha: captcha(), remember: true }),
  )
  const email = 'canary@mail.example'
  const { token } = entered.data as { token: string }
  const bearer = { token: token.replace('Bearer ', '') }
  await ok(call(api.emails.code, { purpose: 'bind', email, dailiKey: RESELLER }, { ...bearer, address: '10.9.0.1' }))
  const bindCode = codeIn(await mailbox.next(email))
  await ok(call(api.emails.bind, { email, code: bindCode, passWord: first! } as never, bearer))
  const { secret: totp } = (await ok(call(api.factors.totpBegin, { passWord: first! }, bearer))).data
  await ok(call(api.sessions.changePass, { oldPass: first!, newPass: second! }, bearer))
  const refused = { userName, passWord: wrong!, dailiKey: RESELLER }
  await call(api.sessions.login, refused, { address: '10.9.0.2' })
  const asked = { purpose: 'reset', userName, dailiKey: RESELLER, captcha: captcha() } as const
  await ok(call(api.emails.code, asked, { address: '10.9.0.3' }))
  let mail = await mailbox.next(email)
  while (!/^\s*\d{6}\s*$/m.test(mail.text)) mail = await mailbox.next(email)
  const reset = { userName, dailiKey: RESELLER, code: codeIn(mail), newPass: third! }
  await ok(call(api.emails.findPass, reset, { address: '10.9.0.4' }))
  const login = { userName, passWord: third!, dailiKey: RESELLER, remember: true, captcha: captcha() }
  const again = (await ok(call(api.sessions.login, login, { address: '10.9.0.5' }))).data as {
    token: string
    device?: string
  }
  const now = { token: again.token.replace('Bearer ', '') }
  const { code: card } = await buildCards(db, { resellerId: RESELLER }, config.secretKey)
  await ok(call(api.cards.redeem, { code: card }, now))
  const { ticket } = (await ok(call(api.sessions.ticket, { audience: 'download' }, now))).data
  const account = await db.kysely
    .selectFrom('accounts')
    .select('id')
    .where('userName', '=', userName)
    .executeTakeFirstOrThrow()
  const feed = new URL(await getFeedUrl({ db, config }, { resellerId: RESELLER, accountId: account.id }))
  return [
    ...[first!, second!, third!, wrong!].map((text) => ({ name: `the ${text.split(' ')[0]} password`, text })),
    { name: 'a session', text: bearer.token },
    { name: 'the next session', text: now.token },
    ...(again.device ? [{ name: 'a device credential', text: again.device.split('.')[2]! }] : []),
    { name: 'a secret of an authenticator', text: totp },
    { name: 'a card key', text: card },
    { name: 'a ticket', text: ticket },
    { name: 'the address of a feed', text: feed.pathname.split('/').at(-1)! },
  ]
}

/** What the office makes and shows once, or is given by a gateway. */
async function liveAsOffice(made: CashierApp): Promise<Secret[]> {
  const { db, config, shop, cashier } = made
  const owner = await buildStaff(made, { resellerId: null, withTotp: true })
  const wish = { permissions: ['users.read'], days: 1, networks: [], callsPerMinute: 600, dailyFen: 0 }
  const key = (await ok(owner.call(consoleApi.keys.make, { name: 'Bot', ...wish } as never))).data
  const epay = { provider: 'epay', name: 'Canary', appId: shop.pid, secret: shop.epayKey, gatewayUrl: cashier.url }
  await owner.call(consoleApi.platformMerchants.add, { ...epay, channels: ['alipay'] } as never)
  const hook = await addHook(
    { db, config, now: new Date() } as never,
    { team: RESELLER, actor: 'operator:proof' },
    { name: 'bot', url: 'https://hook.example/x', isLocal: false, events: ['user.registered'] },
  )
  const agent = await enrolAgent(made, await buildTrafficNode(db))
  return [
    { name: 'an API key', text: key.text.split('_')[2]! },
    { name: 'the cookie of a member', text: owner.token },
    { name: "a member's authenticator", text: owner.totpSecret! },
    { name: "a merchant's EPay key", text: shop.epayKey },
    { name: "a merchant's private key", text: shop.appPrivateKey.replaceAll(/-----[^-]+-----|\s/g, '').slice(60, 120) },
    { name: "a webhook's secret", text: (hook as { secret: string }).secret.replace('whsec_', '') },
    { name: "a node's secret", text: agent.secret },
  ]
}

/** People paste secrets into the wrong field, address or header, and calls fail inside. */
async function useWhereTheyDoNotBelong(made: CashierApp, secrets: readonly Secret[]): Promise<void> {
  const { app, db, call } = made
  const tryAll = async (at: number) => {
    for (const { text } of secrets) {
      const address = `10.8.${at}.${Math.floor(Math.random() * 250)}`
      const coded = encodeURIComponent(text)
      const headers = { authorization: `Bearer ${text.replaceAll(/[^\x21-\x7e]/g, '')}`, cookie: `yx_console=${coded}` }
      await call(api.sessions.login, { userName: text.slice(0, 60), passWord: 'x', dailiKey: RESELLER }, { address })
      await call(api.cards.redeem, { code: text } as never, { headers, address })
      const paths = [`/login?account=a&password=${coded}`, `/sub/${coded}`, `/api/user/export?ticket=${coded}`]
      for (const url of [
        ...paths,
        `/api/pay/notify/epay/x?sign=${coded}`,
        `/api/v1/server/UniProxy/user?token=${coded}`,
      ]) {
        await app.inject({
          url,
          headers: { referer: `https://a.example/?token=${coded}`, 'user-agent': 'x' },
          remoteAddress: address,
        })
      }
    }
  }
  await tryAll(1)
  await db.pool.query('alter table sessions rename to sessions_away')
  await tryAll(2).finally(() => db.pool.query('alter table sessions_away rename to sessions'))
}

/** What others are shown afterwards. */
async function readAnswers(made: CashierApp): Promise<string> {
  const { audit, users, keys, merchants, webhooks, mails, jobs, nodes, staff } = consoleApi
  const texts: string[] = []
  for (const resellerId of [null, RESELLER]) {
    const { call } = await buildStaff(made, { resellerId, withTotp: true })
    const at = resellerId === null ? { reseller: RESELLER } : {}
    for (const list of [audit, users, keys, merchants, webhooks, mails, jobs, nodes, staff]) {
      const { list: route } = list as { list?: Parameters<typeof call>[0] }
      if (route) texts.push((await call(route, {}, at)).text)
    }
  }
  const figures = await made.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS}` } })
  return [...texts, figures.body, (await made.inject('/api/openapi.json')).body].join('\n')
}

function readBundles(): string | null {
  const folder = path.join(root, 'dist')
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    return files.map((file) => readFileSync(path.join(file.parentPath, file.name), 'latin1')).join('\n')
  } catch {
    return null
  }
}

async function ok<T extends { status: number; text: string }>(asked: Promise<T>): Promise<T> {
  const answer = await asked
  if (answer.status !== 200) throw new Error(`A call that makes a secret was answered ${answer.status} ${answer.text}`)
  return answer
}

export function findProblems({ leaks, secrets, places, refused }: Figures): string[] {
  const empty = Object.entries(places).filter(([, size]) => size === 0)
  return [
    ...leaks,
    ...refused,
    ...empty.map(([place]) => `nothing was found to search in ${place}`),
    ...(secrets > 15 ? [] : [`only ${secrets} secrets were made`]),
  ]
}

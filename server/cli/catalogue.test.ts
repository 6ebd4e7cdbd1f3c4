import { beforeAll, describe, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount, buildReseller, PASSWORD } from '../test/build/factories.ts'
import { GB } from '../test/build/money-factories.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { mailsOf } from '../test/outside/mails-of.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const SECRET_KEY = 'the secret of the catalogue command test, long enough'
const { call, db, config } = await makeApp({ SECRET_KEY })
const yx = makeCliHere({ DATABASE_URL: config.databaseUrl ?? '', SECRET_KEY })
let token = ''

beforeAll(async () => {
  for (const id of [260, 228]) await buildReseller(db, { id })
  token = await buildSession(db, await buildAccount(db, { resellerId: 260, userName: 'buyer-one' }))
})

async function done<T>(line: string | string[]): Promise<T> {
  const run = await yx(typeof line === 'string' ? `${line} --json` : [...line, '--json'])
  expect(run.exitCode, run.out + run.err).toBe(0)
  return run.json.data
}
async function refused(line: string, problem: string, exitCode = 1): Promise<void> {
  const before = await dumpEveryRow(db)
  const run = await yx(line)
  expect([run.exitCode, run.err]).toEqual([exitCode, expect.stringContaining(problem)])
  expect(await dumpEveryRow(db)).toBe(before)
}
const shop = async () => (await call(api.packages.list, {}, { token })).data.items
const lastAudit = () =>
  db.kysely
    .selectFrom('auditLog')
    .select(['action', 'subject', 'resellerId', 'detail', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirst()

let made = 0
async function addPlan(): Promise<number> {
  const words = ['packages', 'add', '--kind', 'plan', '--name', `Plan ${(made += 1)}`]
  return (await done<{ package: number }>([...words, '--gb', '100', '--devices', '3', '--lines', '5'])).package
}
const price = (id: number, retail: number, wholesale: number, period = 'month') =>
  `offers set --reseller 260 --package ${id} --period ${period} --retail ${retail} --wholesale ${wholesale}`

describe('packages', () => {
  test('adds, prices, sells and changes them, takes them off the list and puts them back', async () => {
    const id = await addPlan()
    expect(await lastAudit()).toMatchObject({ action: 'package.added', subject: `package:${id}` })
    expect(await shop()).toEqual([])
    await done(price(id, 1500, 700))
    expect(await shop()).toMatchObject([
      { id: String(id), trafficBytes: 100 * GB, deviceLimit: 3, lineLimit: 5, stock: null },
    ])
    const edit = `packages edit --package ${id}`
    const changed = await done(`${edit} --gb 200 --devices 3 --stock 8 --speed fast --note more`)
    expect(changed).toEqual({ fields: ['note', 'trafficBytes', 'speedClass', 'stock'] })
    expect(await shop()).toMatchObject([{ trafficBytes: 200 * GB, stock: 8, note: 'more' }])
    await done(`${edit} --stock-any`)
    expect(await done(`${edit} --name-en Light --name-zh-tw 輕`)).toEqual({ fields: ['names'] })
    const inEnglish = { token, headers: { 'accept-language': 'en' } }
    expect((await call(api.packages.list, {}, inEnglish)).data.items).toMatchObject([{ name: 'Light' }])
    expect(await done(`${edit} --note-en Daily`)).toEqual({ fields: ['notes'] })
    expect((await call(api.packages.list, {}, inEnglish)).data.items).toMatchObject([{ name: 'Light', note: 'Daily' }])
    expect((await yx('packages list')).out).toContain('Light')
    expect(await done(`packages unlist --package ${id}`)).toEqual({ changed: true })
    expect(await shop()).toEqual([])
    expect(await done(`packages unlist --package ${id}`)).toEqual({ changed: false })
    expect(JSON.stringify(await done('packages list'))).not.toContain(`"id":${id},`)
    expect(await done('packages list --all')).toMatchObject({
      packages: expect.arrayContaining([expect.objectContaining({ id, isListed: false, stock: null })]),
    })
    await done(`packages relist --package ${id}`)
    expect(await shop()).toHaveLength(1)
    expect(await done(`${edit} --trial-days 3`)).toEqual({ fields: ['trialDays', 'trialPaidBy'] })
    expect(await shop(), 'a trial is not for sale').toEqual([])
    await done(`${edit} --no-trial`)
    expect(await shop()).toHaveLength(1)
    await done(`packages unlist --package ${id}`)
  })

  test('refuses what nobody could sell', async () => {
    const id = await addPlan()
    const add = 'packages add --name Other --gb 10'
    await refused(`${add} --kind gold`, '--kind must be one of', 2)
    await refused(`${add} --kind plan`, 'devices: 1 to 1000')
    await refused(`${add} --kind pack --lines 2`, 'lines: only of a plan')
    await refused('packages add --kind pack --name Other --gb 0', 'gb: 1 to')
    await refused(`packages add --kind pack --gb 1 --name Plan\u202E`, 'name: 1 to 40')
    const first = await addPlan()
    const { packages } = await done<{ packages: { id: number; name: string }[] }>('packages list')
    const { name } = packages.find((one) => one.id === first)!
    const run = await yx(['packages', 'edit', '--package', String(id), '--name', name])
    expect(run.err).toContain('in use already')
    await refused(`packages edit --package ${id}`, 'nothing to change', 2)
    await refused(`packages edit --package ${id} --trial-days 31`, 'trial: 1 to 30 days')
    await refused(`packages edit --package ${id} --trial-paid-by platform`, 'needs --trial-days', 2)
    await refused(`${add} --kind pack --trial-days 3`, 'trial: 1 to 30 days of a plan')
    await refused(`packages edit --package ${id} --stock 1 --stock-any`, 'one of them', 2)
    await refused('packages edit --package 99999 --gb 1', 'does not exist')
    for (const one of [id, first]) await done(`packages unlist --package ${one}`)
  })
})

describe('offers', () => {
  test('sets, changes and removes them; a dry run writes nothing', async () => {
    const id = await addPlan()
    const before = await dumpEveryRow(db)
    const tried = await yx(`${price(id, 1500, 700)} --dry-run`)
    expect(tried.out).toMatch(/^Nothing was changed.*\n.*15\.00 yuan, wholesale 7\.00\.\n$/)
    expect(await dumpEveryRow(db)).toBe(before)
    await done(price(id, 1500, 700))
    await done(price(id, 1600, 600))
    expect(await lastAudit()).toMatchObject({
      action: 'offer.set',
      resellerId: 260,
      detail: { period: 'month', beforeFen: 1500, retailFen: 1600, wholesaleFen: 600 },
    })
    // A higher wholesale price waits for its mail and a week.
    const { wholesaleFrom } = await done<{ wholesaleFrom: string }>(price(id, 1600, 800))
    expect(Date.parse(wholesaleFrom)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    const { offers } = await done<{ offers: object[] }>('offers list --reseller 260')
    expect(offers).toContainEqual(expect.objectContaining({ packageId: id, wholesaleFen: 600, sells: true }))
    expect((await shop())[0]?.offers).toMatchObject([{ period: 'month', priceFen: 1600 }])
    expect(await done('offers list --reseller 228')).toEqual({ offers: [] })
    await done(`offers remove --reseller 260 --package ${id} --period month`)
    expect(await shop()).toEqual([])
    await refused(`offers remove --reseller 260 --package ${id} --period month`, 'does not exist')
    await done(price(id, 1600, 600))
    await refused(price(id, 500, 600), 'below wholesale')
    await done(`${price(id, 500, 600)} --confirm-loss`)
    expect((await shop())[0]?.offers).toMatchObject([{ period: 'month', priceFen: 500 }])
    const turn = `offers switch --reseller 260 --package ${id} --period month`
    await refused(turn, 'either', 2)
    expect([await done(`${turn} --off`), await shop()]).toEqual([{ changed: true }, []])
    await done(`offers remove --reseller 260 --package ${id} --period month`)
    await refused(price(id, 0, 0), 'retail: 1 to')
    await refused(price(id, 10, 1, 'week'), '--period must be one of', 2)
    await refused(price(99_999, 10, 1), 'does not exist')
    const { package: pack } = await done<{ package: number }>('packages add --kind pack --name Extra --gb 10')
    await refused(price(pack, 10, 1), 'a pack is sold once')
    await done(price(pack, 10, 1, 'once'))
  })

  test("copies them to a reseller that lacks them, at a share of the other's price", async () => {
    const id = await addPlan()
    await done(price(id, 1000, 500))
    await done(price(id, 10_000, 5000, 'year'))
    await done(`offers set --reseller 228 --package ${id} --period month --retail 999 --wholesale 500`)
    const wanted = 'offers copy --from 260 --reseller 228 --retail-percent 110'
    const { copied } = await done<{ copied: number }>(wanted)
    expect(copied).toBeGreaterThan(0)
    const { offers } = await done<{ offers: object[] }>('offers list --reseller 228')
    expect(offers).toContainEqual(expect.objectContaining({ packageId: id, period: 'month', retailFen: 999 }))
    expect(offers).toContainEqual(
      expect.objectContaining({ packageId: id, period: 'year', retailFen: 11_000, wholesaleFen: 5000 }),
    )
    expect(await done(wanted)).toEqual({ copied: 0 })
    await done(`offers remove --reseller 228 --package ${id} --period year`)
    await refused('offers copy --from 260 --reseller 228 --retail-percent 10', 'below wholesale')
    await refused('offers copy --from 999 --reseller 228', 'reseller')
    await refused('offers copy --from 260 --reseller 228 --retail-percent 0', '--retail-percent must be', 2)
    await done(`packages unlist --package ${id}`)
  })
})

describe('price lists', () => {
  test('makes, prices and gives one to a reseller, and fills its shop from it', async () => {
    const id = await addPlan()
    const { list } = await done<{ list: number }>('price-lists add --name Gold')
    await refused('price-lists add --name Gold', 'in use already')
    const set = (fen: number) => `price-lists set --list ${list} --package ${id} --period month --wholesale ${fen}`
    expect(await done(`${set(700)} --suggested 1500`)).toEqual({ from: null, below: [] })
    expect(await done(`price-lists assign --reseller 228 --list ${list}`)).toMatchObject({ from: null })
    expect(await done('offers fill --reseller 228')).toEqual({ filled: 1 })
    expect(await done(set(1600))).toMatchObject({ from: expect.any(String), below: [{ resellerId: 228 }] })
    expect(await done(`price-lists list --list ${list}`)).toMatchObject({
      entries: [{ packageId: id, wholesaleFen: 700, suggestedRetailFen: 1500, nextWholesaleFen: 1600 }],
    })
    expect((await yx('price-lists list')).out).toContain('Gold')
    await refused(`price-lists remove --list ${list} --package ${id} --period month`, 'still sells at this price')
    await refused('price-lists set --list 99 --package 1 --period month --wholesale 1', 'does not exist')
    await done(`packages unlist --package ${id}`)
  })
})

describe('coupons', () => {
  test('for one user, one package and some days: reduces the quote, then expires', async () => {
    const id = await addPlan()
    await done(price(id, 1500, 700))
    const add = `coupons add --reseller 260 --code spring-1 --percent 20 --package ${id} --user BUYER-ONE --ends-days 3`
    await done(`${add} --uses 5 --uses-per-user 1`)
    const quote = async () =>
      call(api.packages.quote, { action: 'new', packageId: String(id), period: 'month', coupon: 'SPRING-1' }, { token })
    expect((await quote()).data).toMatchObject({ listFen: 1500, discountFen: 300, totalFen: 1200 })
    await refused(add, 'code: the reseller has it already')
    expect(await done('coupons list --reseller 260')).toMatchObject({
      coupons: [{ code: 'SPRING-1', percent: 20, userName: 'buyer-one', uses: 0, usesMax: 5 }],
    })
    expect(await done('coupons end --reseller 260 --code spring-1')).toEqual({ changed: true })
    expect((await quote()).code).toBe('coupon.unknown')
    expect(await done('coupons end --reseller 260 --code spring-1')).toEqual({ changed: false })
    expect(await done('coupons list')).toEqual({ coupons: [] })
    expect(await done('coupons list --all')).toMatchObject({ coupons: [{ code: 'SPRING-1' }] })
    await done(`packages unlist --package ${id}`)
  })

  test('refuses what is not a discount', async () => {
    const add = 'coupons add --reseller 260 --code AUTUMN'
    await refused(add, 'a percentage or an amount')
    await refused(`${add} --percent 10 --fen 5`, 'a percentage or an amount')
    await refused(`${add} --percent 101`, '1 to 100')
    await refused(`${add} --percent 10 --uses 0`, 'uses: at least 1')
    await refused(`${add} --percent 10 --starts-days 3 --ends-days 2`, 'later than its begin')
    await refused(`${add} --percent 10 --user nobody-here`, 'does not exist')
    await refused(`${add} --percent 10 --package 99999`, 'does not exist')
    await refused('coupons add --reseller 260 --code a --fen 5', 'code: 3 to 32')
    await refused('coupons end --reseller 260 --code AUTUMN', 'coupon')
  })
})

describe('resellers', () => {
  test('sets the given terms, and the list shows them', async () => {
    const terms = await done('resellers terms --reseller 228 --credit-limit 50000')
    expect(terms).toEqual({ creditLimitFen: 50_000, commissionPercent: 10 })
    expect(await done('resellers terms --reseller 228 --commission 25')).toEqual({
      creditLimitFen: 50_000,
      commissionPercent: 25,
    })
    expect(await lastAudit()).toMatchObject({ action: 'reseller.terms_changed', after: { commissionPercent: 25 } })
    expect((await yx('resellers list')).out).toContain('500.00')
    await refused('resellers terms --reseller 228', 'nothing to set', 2)
    await refused('resellers terms --reseller 228 --commission 101', 'commission: 0 to 100')
  })

  test('lists a waiting agency, approves it, and says what it lacks', async () => {
    const owner = await buildAccount(db, { resellerId: 260, email: 'owner@example.com' })
    await buildReseller(db, { id: 1001, isWhitelisted: false })
    const agency = { ownerResellerId: 260, ownerAccountId: owner.id, agencyName: '新代理' }
    await db.kysely.updateTable('resellers').set(agency).where('id', '=', 1001).execute()
    const waiting = async () => (await done<{ resellers: { id: number }[] }>('resellers list --waiting')).resellers
    expect(await waiting()).toMatchObject([{ id: 1001 }])
    expect((await yx('resellers approve --reseller 1001')).out).toContain('offers fill --reseller 1001')
    expect((await call(api.resellers.whitelist, {})).data).toContain(1001)
    expect(await waiting()).toEqual([])
    expect(await done('resellers approve --reseller 1001')).toEqual({ changed: false })
    expect(await mailsOf(db, owner)).toMatchObject([
      {
        template: 'agency_approved',
        toAddress: 'owner@example.com',
        params: { agency: '新代理', number: '1001' },
      },
    ])
    // A reseller of the platform's own has no agency owner to tell.
    await buildReseller(db, { id: 60, isWhitelisted: false })
    expect(await done('resellers approve --reseller 60')).toEqual({ changed: true })
  })

  test('hands an agency over, and the former owner may then leave', async () => {
    const [first, second] = [await buildAccount(db, { resellerId: 260 }), await buildAccount(db, { resellerId: 260 })]
    await buildReseller(db, { id: 1002 })
    const hand = (rest: string) => `resellers owner --reseller 1002 ${rest}`
    const remove = async (account: typeof first) =>
      (await call(api.accounts.remove, { passWord: PASSWORD }, { token: await buildSession(db, account) })).status
    await done(hand(`--of-reseller 260 --user ${first.userName}`))
    expect(await remove(first)).toBe(409)
    const theirs = { agencyContact: '微信', contact: '微信' }
    await db.kysely.updateTable('resellers').set(theirs).where('id', '=', 1002).execute()
    await refused(hand(`--of-reseller 260 --user ${first.userName}`), 'agency')
    await done(hand(`--of-reseller 260 --user ${second.userName}`))
    expect([await remove(first), await remove(second)]).toEqual([200, 409])
    // They belonged to the first owner.
    const contacts = db.kysely.selectFrom('resellers').select(['agencyContact', 'contact']).where('id', '=', 1002)
    expect(await contacts.executeTakeFirst()).toEqual({ agencyContact: null, contact: null })
    await done(hand('--nobody'))
    expect(await remove(second)).toBe(200)
    await refused(hand('--nobody --user x --of-reseller 260'), 'either', 2)
    await refused(hand('--nobody --user x'), 'either', 2)
    await refused(hand('--of-reseller 260'), 'either', 2)
    await refused(hand('--of-reseller 260 --user no-such'), 'does not exist')
  })
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { hashCount } from '../../platform/secrets/passwords.ts'
import { buildAccount, PASSWORD, PASSWORD_HASH } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { recoverPassword } from '../accounts/credentials.ts'
import { bcryptRounds, wrapOldDigest, type OldKind } from '../sign-in/old-digests.ts'

const { call, db } = await makeApp()
const hex = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')
const OLD = 'rasmuslerdorf'
const BCRYPT = '$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq'
const DIGESTS: Record<OldKind, { digest: string; passwordSalt: string | null }> = {
  bcrypt: { digest: BCRYPT, passwordSalt: BCRYPT.slice(0, 29) },
  md5: { digest: hex('md5', OLD), passwordSalt: null },
  sha256: { digest: hex('sha256', OLD), passwordSalt: null },
  md5salt: { digest: hex('md5', `${OLD}ab`), passwordSalt: 'ab' },
  sha256salt: { digest: hex('sha256', `${OLD}ab`), passwordSalt: 'ab' },
}
const kinds = Object.keys(DIGESTS) as OldKind[]
type Account = { id: number; userName: string; resellerId: number }
let addresses = 0

async function keepAs(account: Account, passwordKind: OldKind): Promise<Account> {
  const { digest, passwordSalt } = DIGESTS[passwordKind]
  const passwordHash = await wrapOldDigest(passwordKind, digest)
  const values = { passwordHash, passwordKind, passwordSalt }
  await db.kysely.updateTable('accounts').set(values).where('id', '=', account.id).execute()
  return account
}

function signIn({ userName, resellerId }: Pick<Account, 'userName' | 'resellerId'>, passWord: string) {
  const address = `198.51.100.${(addresses += 1)}`
  return call(api.sessions.login, { userName, passWord, dailiKey: resellerId }, { address })
}

const rowOf = ({ id }: Account) =>
  db.kysely
    .selectFrom('accounts')
    .select(['passwordHash', 'passwordKind', 'passwordSalt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test.each(kinds)(
  'a user who came with %s signs in with the old password, and the first time turns it',
  async (kind) => {
    const account = await keepAs(await buildAccount(db), kind)
    const came = await rowOf(account)
    expect(await signIn(account, `${OLD}x`)).toMatchObject({ status: 422, code: 'auth.bad_credentials' })
    expect(await signIn(account, DIGESTS[kind].digest)).toMatchObject({ status: 422, code: 'auth.bad_credentials' })
    expect(await rowOf(account)).toEqual(came)
    expect((await signIn(account, OLD)).status).toBe(200)
    const turned = await rowOf(account)
    expect(turned).toMatchObject({ passwordKind: null, passwordSalt: null })
    expect(turned.passwordHash).not.toBe(came.passwordHash)
    const before = hashCount.value
    expect((await signIn(account, OLD)).status).toBe(200)
    expect(hashCount.value).toBe(before + 1)
    expect(await rowOf(account)).toEqual(turned)
  },
)

test('the first device after a move is no news to its owner, the next one is', async () => {
  const account = await keepAs(await buildAccount(db, { email: 'moved@example.com' }), 'md5')
  const told = async () => {
    const mails = db.kysely.selectFrom('mails').select('template').where('accountId', '=', account.id)
    return (await mails.execute()).map(({ template }) => template)
  }
  expect((await signIn(account, OLD)).status).toBe(200)
  expect(await told()).toEqual([])
  const away = { address: '203.0.113.9', headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1' } }
  await call(api.sessions.login, { userName: account.userName, passWord: OLD, dailiKey: account.resellerId }, away)
  expect(await told()).toEqual(['new_login'])
})

test('an e-mail with other letters than ours signs in as it was typed at the other panel, and in no other case', async () => {
  const account = await keepAs(
    await buildAccount(db, { userName: '--@--.example', email: 'ÄÖ鱼@例子.example' }),
    'sha256',
  )
  const by = (userName: string) => signIn({ ...account, userName }, OLD)
  for (const other of ['äö鱼@例子.example', 'ÄÖ鱼@例子.EXAMPLE', '鱼@例子.example', 'ÄÖ鱼'])
    expect(await by(other)).toMatchObject({ status: 422, code: 'auth.bad_credentials' })
  expect((await by('ÄÖ鱼@例子.example')).status).toBe(200)
})

test('two first sign-ins at once both succeed', async () => {
  const account = await keepAs(await buildAccount(db), 'md5salt')
  const answers = await Promise.all([signIn(account, OLD), signIn(account, OLD)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await rowOf(account)).toMatchObject({ passwordKind: null })
})

test('a locked account with an old digest keeps it, and says so only after the right password', async () => {
  const account = await keepAs(await buildAccount(db), 'sha256')
  await db.kysely.updateTable('accounts').set({ lockedAt: clock.now() }).where('id', '=', account.id).execute()
  expect((await signIn(account, 'wrong')).code).toBe('auth.bad_credentials')
  expect((await signIn(account, OLD)).code).toBe('auth.locked')
  expect(await rowOf(account)).toMatchObject({ passwordKind: 'sha256' })
})

test.each(kinds)(
  'a signed-in user shows a password kept as %s to change it, and the new one is plain',
  async (kind) => {
    const account = await buildAccount(db)
    const token = (await signIn(account, PASSWORD)).token!
    await keepAs(account, kind)
    const change = (oldPass: string) => call(api.sessions.changePass, { oldPass, newPass: 'a new one 4711' }, { token })
    expect((await change(PASSWORD)).code).toBe('auth.wrong_password')
    expect((await change(OLD)).status).toBe(200)
    expect(await rowOf(account)).toMatchObject({ passwordKind: null, passwordSalt: null })
    expect((await signIn(account, 'a new one 4711')).status).toBe(200)
  },
)

test('a recovered password is a plain one', async () => {
  const account = await keepAs(await buildAccount(db), 'md5salt')
  const owner = { resellerId: account.resellerId, accountId: account.id }
  await inTransaction(db, (tx) => recoverPassword(tx, owner, PASSWORD_HASH, { unlock: false }))
  expect(await rowOf(account)).toEqual({ passwordHash: PASSWORD_HASH, passwordKind: null, passwordSalt: null })
  expect((await signIn(account, PASSWORD)).status).toBe(200)
})

test('a wrong password costs the same whoever it is tried on, as much as the slowest kind of that reseller', async () => {
  const plain = await buildAccount(db, { resellerId: 31 })
  const quick = await keepAs(await buildAccount(db, { resellerId: 31 }), 'md5')
  const slow = await keepAs(await buildAccount(db, { resellerId: 31 }), 'bcrypt')
  const measure = async (who: Pick<Account, 'userName' | 'resellerId'>) => {
    const before = [hashCount.value, bcryptRounds.value]
    const { status, text } = await signIn(who, 'not the password')
    return { status, text, hashes: hashCount.value - before[0]!, rounds: bcryptRounds.value - before[1]! }
  }
  const unknown = await measure({ userName: 'nobody.at.all', resellerId: 31 })
  expect(unknown).toMatchObject({ status: 422, hashes: 1, rounds: 2 ** 7 })
  for (const who of [plain, quick, slow, { userName: 'no+name@example.com', resellerId: 31 }])
    expect(await measure(who)).toEqual(unknown)
  const elsewhere = await buildAccount(db, { resellerId: 32 })
  expect(await measure(elsewhere)).toMatchObject({ hashes: 1, rounds: 0 })
})

test('who knows the account by an e-mail that cannot be a user name signs in by it, whatever the case', async () => {
  const email = 'some.body+shop@a-rather-long-host-name.example'
  const account = await buildAccount(db, { resellerId: 33, userName: 'some.body-shop@a-rather-long-host-name.e' })
  await db.kysely.updateTable('accounts').set({ email }).where('id', '=', account.id).execute()
  await keepAs(account, 'md5')
  const by = (userName: string, passWord = OLD) => signIn({ userName, resellerId: 33 }, passWord)
  const opened = await by(email.toUpperCase())
  expect(opened.data.userInfo.iuser).toBe(account.userName)
  expect((await by(email)).status).toBe(200)
  expect((await by(account.userName)).status).toBe(200)
  expect((await by(email, 'wrong')).code).toBe('auth.bad_credentials')
  expect((await signIn({ userName: email, resellerId: 34 }, OLD)).code).toBe('auth.bad_credentials')
})

test('nobody gets before the owner of an e-mail by giving it to an account without proof', async () => {
  const email = 'own+er@example.com'
  const owner = await buildAccount(db, { resellerId: 35 })
  const late = await buildAccount(db, { resellerId: 35 })
  for (const { id } of [late, owner])
    await db.kysely.updateTable('accounts').set({ email }).where('id', '=', id).execute()
  const names = async () => (await signIn({ userName: email, resellerId: 35 }, PASSWORD)).data.userInfo.iuser
  expect(await names()).toBe(owner.userName)
  const prove = { emailVerifiedAt: clock.now() }
  await db.kysely.updateTable('accounts').set(prove).where('id', '=', late.id).execute()
  expect(await names()).toBe(late.userName)
})

test('wrong passwords count for an account together, by its name and by its e-mail', async () => {
  const account = await buildAccount(db, { resellerId: 36, userName: 'a-b@example.com' })
  await db.kysely.updateTable('accounts').set({ email: 'a+b@example.com' }).where('id', '=', account.id).execute()
  for (let tries = 0; tries < limits.loginFailures; tries += 1) {
    const userName = tries % 2 === 0 ? account.userName : 'A+B@example.com'
    expect((await signIn({ userName, resellerId: 36 }, 'wrong')).code).toBe('auth.bad_credentials')
  }
  expect((await signIn(account, PASSWORD)).code).toBe('auth.captcha_required')
})

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { balanceNameOf } from '../contract/default-brand.ts'
import { type ErrorCode, errorStatus } from '../contract/errors.ts'
import { type Language, LANGUAGES } from '../contract/languages.ts'
import { en as alertEn } from '../server/domains/alerts/texts/en.ts'
import { zhCN as alertZhCn } from '../server/domains/alerts/texts/zh-cn.ts'
import { zhTW as alertZhTw } from '../server/domains/alerts/texts/zh-tw.ts'
import { defaultTexts } from '../server/domains/articles/default-articles.ts'
import { texts as feed } from '../server/domains/feeds/texts.ts'
import { en as mailEn } from '../server/domains/mail/texts/en.ts'
import { zhCN as mailZhCn } from '../server/domains/mail/texts/zh-cn.ts'
import { zhTW as mailZhTw } from '../server/domains/mail/texts/zh-tw.ts'
import { feedPageWords } from '../server/pages/feed-page/words.ts'
import { agreementTexts } from '../server/pages/hosted/agreement-texts.ts'
import { helpTexts } from '../server/pages/hosted/help/help-texts.ts'
import { paidWords } from '../server/pages/hosted/paid-words.ts'
import { tutorialEn } from '../server/pages/hosted/tutorial/en.ts'
import { tutorialZhCn } from '../server/pages/hosted/tutorial/zh-cn.ts'
import { tutorialZhTw } from '../server/pages/hosted/tutorial/zh-tw.ts'
import { usageTexts } from '../server/pages/hosted/usage/usage-texts.ts'
import { errorText } from '../server/platform/text/error-texts.ts'
import { nameBalance } from '../server/platform/text/name-balance.ts'
import { WORDS_NOT_SAID } from './words-not-said.ts'

const root = path.join(import.meta.dirname, '..')
const apart: Record<Language, object[]> = {
  'zh-CN': [mailZhCn, alertZhCn, tutorialZhCn],
  'zh-TW': [mailZhTw, alertZhTw, tutorialZhTw],
  en: [mailEn, alertEn, tutorialEn],
}

test.each(LANGUAGES)('no text in %s uses a word that we do not say', async (language) => {
  const texts = await textsIn(language)
  expect(texts.length).toBeGreaterThan(1000)
  expectNotSaid(texts, WORDS_NOT_SAID[language])
})

test('no English text for users uses a word of those who run the service', async () => {
  const texts = [await portalWords('en', /^(?:monitor|monitor-login|inner)\.ts$/), ...hosted('en'), tutorialEn].flatMap(
    spoken,
  )
  expect(texts.length).toBeGreaterThan(800)
  expectNotSaid(texts, WORDS_NOT_SAID.users)
})

function expectNotSaid(texts: string[], words: (typeof WORDS_NOT_SAID)['users']): void {
  for (const [said, pattern] of words) {
    expect(
      texts.filter((text) => pattern.test(text)),
      `we say ${said}`,
    ).toEqual([])
  }
}

/** A reseller's balance and the balances of an agency's own users: neither is ever in fish coins. */
const notTheReaders: Record<Language, RegExp> = {
  'zh-CN': /代理的?余额|转入其余额|卡密和余额/g,
  'zh-TW': /代理商的?餘額|轉入其餘額|序號和餘額/g,
  en: /(?:reseller|reseller's|user's|their) balance|voucher codes and balance|^Balance \{\{\}\}$/g,
}
const ownName: Record<Language, RegExp> = { 'zh-CN': /余额/, 'zh-TW': /餘額/, en: /(?<!fish coin )\bbalance\b/i }

test.each(LANGUAGES)('texts use the brand’s name for the balance: %s', async (language) => {
  const base = (await import(path.join(root, 'portal/words', language.toLowerCase(), 'base.ts'))) as {
    default: { coins: string; balance: string }
  }
  const { coins, balance, ...others } = base.default
  expect([coins, balance]).toEqual(
    [0, 260].map((key) => nameBalance(' {{balance}}', balanceNameOf(key), language).trim()),
  )
  const words = (await textsIn(language)).filter((text) => text !== balance || Object.values(others).includes(text))
  const texts = words.map((text) => text.replaceAll(notTheReaders[language], ''))
  expect(texts.filter((text) => ownName[language].test(text))).toEqual([])
  expect(nameBalance('{{balance}}', balanceNameOf(0), 'zh-CN')).toBe('鱼币')
  expect(nameBalance('{{balance}}', balanceNameOf(260), language)).toMatch(ownName[language])
})

/** Names that meant several things and were given up; the glossary says which words took their place. */
const GIVEN_UP = [
  /\b(?:type|interface|class|const) (?:Wish|Asked)\b/,
  // Holder, holds and placeholder are other words.
  /\bfunction (?:hold|held|\w*Hold|\w*Held)(?![a-z])/,
  /\bconst (?:hold|held|\w*Hold|\w*Held)(?![a-z])\w* = (?:async )?(?:\([^()]*\)|\w+) =>/,
  /\b(?:function|const) (?:\w*L|l)og(?:In|Out)(?![a-z])/,
]
/** Not searched: the planted names below stand in it. */
const OWN_FILE = 'scripts/glossary.test.ts'
const GIVEN_UP_FILE = /(?:^|[/-])(?:hold|held|log-in|log-out)(?:[-.][\w.-]*)?$/

function findGivenUp(file: string, text: string): string[] {
  const lines = text.split('\n').filter((line) => GIVEN_UP.some((name) => name.test(line)))
  return [...(GIVEN_UP_FILE.test(file) ? [file] : []), ...lines.map((line) => `${file}: ${line.trim()}`)]
}

test('no type, function or file has a name that was given up', () => {
  const listed = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  const files = listed
    .split('\0')
    .filter((file) => file !== '' && file !== OWN_FILE && existsSync(path.join(root, file)))
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap((file) => findGivenUp(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})

test.each([
  ['a.ts', 'export type Wish = { fen: number }'],
  ['a.ts', 'type Asked<Data> = { data: Data }'],
  ['a.ts', 'export function hold<T>(db: Db) {'],
  ['a.ts', 'async function holdAccount(ctx: TxCtx) {'],
  ['a.ts', 'const releaseHold = async (name: string) => {}'],
  ['a.ts', 'export async function logIn(ctx: Ctx) {'],
  ['server/platform/db/held.ts', ''],
  ['server/domains/accounts/hold-account.test.ts', ''],
  ['server/domains/gifts/bulk-hold.ts', ''],
  ['server/domains/sessions/log-in.ts', ''],
])('finds a planted name that was given up: %s %s', (file, text) => {
  expect(findGivenUp(file, text)).toHaveLength(1)
})

test.each([
  ['placeholder.ts', 'export type RefundWish = { fen: number }'],
  ['threshold.ts', 'async function identifyHolder(pid: number) {'],
  ['a.ts', 'const holds = (text: string) => text'],
  ['server/platform/postgres/lock-holder.ts', 'const heldFen = 3'],
])('leaves other names alone: %s %s', (file, text) => {
  expect(findGivenUp(file, text)).toEqual([])
})

async function textsIn(language: Language): Promise<string[]> {
  const errors = (Object.keys(errorStatus) as ErrorCode[]).map((code) => errorText(code, language, { resellerId: 0 }))
  return spoken([await portalWords(language), hosted(language), errors, apart[language]])
}

function portalWords(language: Language, leftOut = /^$/): Promise<object[]> {
  const folder = path.join(root, 'portal/words', language.toLowerCase())
  const files = readdirSync(folder).filter((file) => !leftOut.test(file))
  return Promise.all(files.map((file) => import(path.join(folder, file)) as Promise<object>))
}

const hosted = (language: Language) =>
  [feed, agreementTexts, helpTexts, usageTexts, feedPageWords, paidWords, articleTexts].map((texts) => texts[language])

/** Titles and texts of our help articles; what users may type in a search is theirs to choose. */
const articleTexts = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    Object.values(defaultTexts[language]).map(({ title, body }) => [title, body]),
  ]),
) as Record<Language, string[][]>

/** Replaces every value of a sentence by a dash. */
const dash = new Proxy(() => '-', { get: (_target, name) => (name === Symbol.toPrimitive ? () => '-' : '-') })

function spoken(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts.replaceAll(/\{\{\w+/g, '{{')]
  if (typeof texts === 'function') return spoken((texts as (...words: unknown[]) => unknown)(dash, dash, dash))
  return Object.values(texts as object).flatMap(spoken)
}

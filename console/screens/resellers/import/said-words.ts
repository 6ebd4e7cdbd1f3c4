import { panelName } from '../../../features/show/panel-name.ts'
import type { PlainKey, Translate } from '../../../words/words.ts'

type Say = Translate<'imports'>
type Rule = [said: RegExp, say: (t: Say, what: string) => string]

const periodWords: Partial<Record<string, PlainKey<'imports'>>> = {
  month: 'periodMonth',
  quarter: 'periodQuarter',
  half: 'periodHalf',
  year: 'periodYear',
  twoYears: 'periodTwoYears',
  threeYears: 'periodThreeYears',
  once: 'periodOnce',
  reset: 'periodReset',
}

const fieldWords: Partial<Record<string, PlainKey<'imports'>>> = {
  name: 'fieldName',
  traffic: 'fieldTraffic',
  'device limit': 'fieldDevices',
  'line limit': 'fieldLines',
  'being on the list': 'fieldListed',
}

function saidWith(t: Say, words: Partial<Record<string, PlainKey<'imports'>>>, said: string): string {
  const word = words[said]
  return word ? t(word) : said
}
const saidPeriod = (t: Say, period: string) => saidWith(t, periodWords, period)

const nouns: Rule[] = [
  [/^user (\S+)/, (t, what) => t('nounUser', { what })],
  [/^plan (\S+)/, (t, what) => t('nounPlan', { what })],
  [/^article (\S+)/, (t, what) => t('nounArticle', { what })],
  [/^notice (\S+)/, (t, what) => t('nounNotice', { what })],
  [/^ticket (\S+)/, (t, what) => t('nounTicket', { what })],
  [/^coupon (\S+)/, (t, what) => t('nounCoupon', { what })],
  [/^gift code (\S+)/, (t, what) => t('nounGift', { what })],
]

/** Settings without a place here. */
const lacks: Rule[] = [
  [/^protocol (.*)$/, (t, what) => t('lackProtocol', { what })],
  [/^network (.*)$/, (t, what) => t('lackNetwork', { what })],
  [/^cipher (.*)$/, (t, what) => t('lackCipher', { what })],
  [/^obfs of shadowsocks$/, (t) => t('lackObfs')],
  [/^encryption of vless$/, (t) => t('lackEncryption')],
  [/^a range of ports$/, (t) => t('lackPorts')],
  [/^a rate (?:by the hour|beyond two decimals)$/, (t) => t('lackRate')],
  [/^an address that is none$/, (t) => t('lackAddress')],
  [/^(?:route rules|own outbounds or routes)$/, (t) => t('lackRoutes')],
  [/^a quota of the node's own$/, (t) => t('lackQuota')],
]

/** Why something stayed as it is. */
const lefts: Rule[] = [
  [/^settings\.\w+ must be one of ([^;]+)$/, (t, what) => t('leftOneOf', { what })],
  [/^another protocol: /, (t) => t('leftProtocol')],
  [/^changed there, and /, (t) => t('leftChanged')],
  [/^what it is there now cannot be here$/, (t) => t('leftCannot')],
  [/^went on there, and here too$/, (t) => t('leftTicket')],
  [/^somebody here had the name, so this one's ends in (-\d+)/, (t, what) => t('leftName', { what })],
  [/^another one here has this code/, (t) => t('leftCode')],
  [/^its plan is not here/, (t) => t('leftPlan')],
  [/^another node here answers to this token/, (t) => t('leftKey')],
  [/^somebody else has this number now/, (t) => t('leftReused')],
  [/^its price for (\w+) fell there/, (t, what) => t('leftWholesale', { what: saidPeriod(t, what) })],
  [/^its price for (\w+) cannot be sold at here$/, (t, what) => t('leftUnsold', { what: saidPeriod(t, what) })],
  [
    /^its price for (\w+) was changed here$/,
    (t, what) => t('leftField', { what: t('fieldPrice', { what: saidPeriod(t, what) }) }),
  ],
  [/^its (.+) was changed here$/, (t, what) => t('leftField', { what: saidWith(t, fieldWords, what) })],
  [/^no longer sold for (\w+) there, still here$/, (t, what) => t('leftGone', { what: saidPeriod(t, what) })],
]
const addresses: Rule = [/^(\d+) old subscription addresses: /, (t, what) => t('leftAddresses', { what })]

/** The whole of what a rule knows in the reader's words; null where none does. */
function sayBy(t: Say, rules: readonly Rule[], text: string): string | null {
  for (const [said, say] of rules) {
    const found = said.exec(text)
    if (found) return say(t, found[1] ?? '')
  }
  return null
}

function saidName(t: Say, name: string): string {
  for (const [said, say] of nouns) {
    const found = said.exec(name)
    // Behind a plan's number stands the period of a price.
    if (found) return say(t, found[1]!) + name.slice(found[0].length).replace(/\w+$/, (word) => saidPeriod(t, word))
  }
  return name
}

/** A name of something at the old panel, and what is with it, as the command prints them: in the reader's words as far as there are any. */
export function saidText(t: Say, text: string): string {
  const all = sayBy(t, [addresses], text)
  if (all !== null) return all
  const [, name, about] = /^([^:]+): ([^]+)$/.exec(text) ?? []
  if (name === undefined || about === undefined) return saidName(t, text)
  const whole = sayBy(t, lefts, about)
  const each = () => about.split('; ').map((part) => sayBy(t, [...lacks, ...lefts], part) ?? part)
  const said = whole ?? each().join(t('saidComma'))
  return t('saidAbout', { name: saidName(t, name), said })
}

/** Numbers alone are old ones; other examples say themselves what they are. */
export function examplesText(t: Say, examples: readonly string[], hasMore: boolean): string {
  const list = `${examples.map((example) => saidText(t, example)).join(t('saidComma'))}${hasMore ? ' …' : ''}`
  return examples.every((example) => /^\d+$/.test(example)) ? t('suchNumbers', { list }) : t('suchAs', { list })
}

export const panelText = (t: Say, panel: string) => panelName(panel, t('panelFork'))

const versions: Rule[] = [
  [/^of an unknown version$/, (t) => t('versionUnknown')],
  [/^(.+) or older$/, (t, what) => t('versionOlder', { what })],
  [/^before (.+)$/, (t, what) => t('versionBefore', { what })],
  [/^development version of October 2023$/, (t) => t('versionDevelopment')],
  [/^(.+) with v2node$/, (t, what) => t('versionNodes', { what })],
]
export const versionText = (t: Say, version: string) => sayBy(t, versions, version) ?? version

const remarks: Rule[] = [
  [/^The gzip file is damaged/, (t) => t('remarkGzip')],
  [/^The file is in UTF-16/, (t) => t('remarkUtf16')],
  [/^The file belongs together with a -wal file/, (t) => t('remarkLog')],
]
/** What the reader of the file remarked. */
export const remarkText = (t: Say, remark: string) => sayBy(t, remarks, remark) ?? remark

import { panelName } from '../../../features/show/panel-name.ts'
import type { Translate } from '../../../words/words.ts'

type Say = Translate<'imports'>
type Rule = [said: RegExp, say: (t: Say, what: string) => string]

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
  [/^another node here answers to this token/, (t) => t('leftKey')],
  [/^somebody else has this number now/, (t) => t('leftReused')],
  [/^its price for (\w+) fell there/, (t, what) => t('leftWholesale', { what })],
  [/^its price for (\w+) cannot be sold at here$/, (t, what) => t('leftUnsold', { what })],
  [/^its (.+) was changed here$/, (t, what) => t('leftField', { what })],
  [/^no longer sold for (\w+) there, still here$/, (t, what) => t('leftGone', { what })],
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
    if (found) return say(t, found[1]!) + name.slice(found[0].length)
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

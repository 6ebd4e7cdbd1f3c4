const NAMED: readonly [region: string, names: RegExp][] = [
  ['HK', /香港|hong ?kong/i],
  ['TW', /台湾|台灣|臺灣|taiwan/i],
  ['JP', /日本|东京|東京|大阪|japan|tokyo|osaka/i],
  ['SG', /新加坡|狮城|獅城|singapore/i],
  ['KR', /韩国|韓國|首尔|首爾|korea|seoul/i],
  ['US', /美国|美國|洛杉矶|洛杉磯|圣何塞|西雅图|纽约|united states|los angeles|san jose|seattle|new york/i],
  ['GB', /英国|英國|伦敦|倫敦|united kingdom|london|\bUK\b/i],
  ['DE', /德国|德國|法兰克福|germany|frankfurt/i],
  ['FR', /法国|法國|巴黎|france|paris/i],
  ['NL', /荷兰|荷蘭|netherlands|amsterdam/i],
  ['RU', /俄罗斯|俄羅斯|莫斯科|russia|moscow/i],
  ['IN', /印度(?!尼)|india(?!na)|mumbai/i],
  ['ID', /印尼|印度尼西亚|indonesia/i],
  ['CA', /加拿大|canada/i],
  ['AU', /澳大利亚|澳洲|悉尼|australia|sydney/i],
  ['TR', /土耳其|turkey|istanbul/i],
  ['MY', /马来|馬來|malaysia/i],
  ['TH', /泰国|泰國|thailand|bangkok/i],
  ['VN', /越南|vietnam/i],
  ['PH', /菲律宾|菲律賓|philippines/i],
  ['BR', /巴西|brazil/i],
  ['AR', /阿根廷|argentina/i],
  ['AE', /迪拜|阿联酋|dubai/i],
]
/** No region: the other panels have none, and the name tells nothing. */
const NOWHERE = 'ZZ'
const FLAG_A = 0x1f1e6

/** Where a node is, by its name: a flag, a country or city, or two capital letters. */
export function regionOf(name: string): string {
  const [flag] = /[\u{1F1E6}-\u{1F1FF}]{2}/u.exec(name) ?? []
  if (flag) return [...flag].map((sign) => String.fromCodePoint(65 + sign.codePointAt(0)! - FLAG_A)).join('')
  const [named] = NAMED.find(([, names]) => names.test(name)) ?? []
  if (named) return named
  const [, code] = /(?:^|[^A-Za-z])([A-Z]{2})(?![A-Za-z])/.exec(name) ?? []
  return NAMED.some(([region]) => region === code) ? code! : NOWHERE
}

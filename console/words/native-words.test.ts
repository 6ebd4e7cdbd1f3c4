import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Words that only readers of Simplified Chinese use, or that the console has another word for. */
const NOT_TAIWAN =
  /用戶|套餐|卡密|提現|(?<!手)續費|打開|掃碼|鏈接|注冊|設備|網絡|登錄|信息|軟件|視頻|默認|概覽|到帳|周期|新建|列表|閘道網址|通行金鑰|在線(?!路)|查找|內網|公網|上下行|示例|沖正|銀行卡|代理(?!商|程式|伺服器)|[们这说钱纹询丢横]/
/** English that a native reader stumbles over. */
const NOT_ENGLISH =
  /could not be read|\bWorth a word\b|Set aside for many|Trade has not|\bbulks\b|bulk work|put away|\bpackages?\b/i

function linesOf(language: 'zh-tw' | 'en'): string[] {
  const folder = path.join(import.meta.dirname, language)
  return readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => /['"`],$/.test(line))
      // The key may be a code; only what is said counts.
      .map((line) => `${file} ${line.replace(/^\s*('[^']+'|\w+):\s*/, '').trim()}`),
  )
}

test('the Traditional words are those of Taiwan, one for each thing', () => {
  expect(linesOf('zh-tw').length).toBeGreaterThan(1500)
  expect(linesOf('zh-tw').filter((line) => NOT_TAIWAN.test(line))).toEqual([])
})

test('the English words say plan, and load instead of read', () => {
  const said = linesOf('en').filter((line) => !line.includes('docs/agent.md'))
  expect(said.filter((line) => NOT_ENGLISH.test(line.replace(/^\S+ /, '')))).toEqual([])
})

import type { Article } from './find-articles.ts'

/** Words of a question that say nothing about its subject. */
const EMPTY_WORDS = new Set(
  (
    '我的 你的 怎么 怎麼 什么 什麼 为什 為什 一下 可以 没有 沒有 这个 這個 那个 那個 请问 請問 你好 谢谢 謝謝 就是 还是 還是 的 了 是 我 你 在 有 吗 嗎 ' +
    'the and for with that this what how why can not you your have has are was please help does did when hello'
  ).split(' '),
)
const TERMS_MAX = 80
const TITLE_WEIGHT = 3
/** An article that fits far worse than the best one is no answer. */
const NEAR = 0.35

/**
 * The articles that fit a text, the best first. PostgreSQL cannot find words in Chinese, and a reseller has few
 * articles, so they are compared here: by pairs of signs in Chinese, by beginnings of words elsewhere. A rare pair
 * counts more than one that every article has. All languages count: many users write in another one than they read.
 */
export function searchArticles(articles: readonly Article[], text: string): Article[] {
  const terms = termsOf(text)
  if (terms.length === 0) return []
  const pages = articles.map((article) => ({ article, head: plain(headOf(article)), rest: plain(bodyOf(article)) }))
  const weighed = terms.map((term) => {
    const matches = pages.filter(({ head, rest }) => head.includes(term) || rest.includes(term)).length
    return { term, weight: Math.log(1 + pages.length / Math.max(matches, 1)) }
  })
  const scored = pages.map(({ article, head, rest }) => {
    const parts = weighed.map(({ term, weight }) => {
      if (head.includes(term)) return weight * TITLE_WEIGHT
      return rest.includes(term) ? weight : 0
    })
    return { article, score: parts.reduce((sum, part) => sum + part, 0) }
  })
  const best = Math.max(...scored.map(({ score }) => score), 0)
  return scored
    .filter(({ score }) => score > 0 && score >= best * NEAR)
    .toSorted((a, b) => b.score - a.score)
    .map(({ article }) => article)
}

/** Pairs of Chinese signs, a single sign that stands alone, and beginnings of other words. */
function termsOf(text: string): string[] {
  const terms = new Set<string>()
  for (const [run] of plain(text).matchAll(/\p{Script=Han}+|[\p{L}\p{N}]+/gu)) {
    if (!/\p{Script=Han}/u.test(run)) {
      if (run.length >= 2 && !EMPTY_WORDS.has(run)) terms.add(` ${run}`)
      continue
    }
    const signs = [...run]
    const pairs = signs.length === 1 ? signs : signs.slice(1).map((sign, at) => signs[at]! + sign)
    for (const pair of pairs) if (!EMPTY_WORDS.has(pair)) terms.add(pair)
  }
  return [...terms].slice(0, TERMS_MAX)
}

/** Every word that is not Chinese begins after a space. */
function plain(text: string): string {
  const small = text.normalize('NFKC').toLowerCase()
  return ` ${small.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').replaceAll(/(\p{Script=Han})(?=[^\p{Script=Han} ])/gu, '$1 ')}`
}

function headOf({ title, titles, words }: Article): string {
  return [title, ...texts(titles), words].join(' ')
}

function bodyOf({ body, bodies }: Article): string {
  return [body, ...texts(bodies)].join(' ')
}

function texts(byLanguage: unknown): string[] {
  return Object.values((byLanguage ?? {}) as Record<string, string>)
}

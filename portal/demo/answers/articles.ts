import { api } from '../../../contract/api.ts'
import { answer, type Answer } from '../answer.ts'

/** One article: the demo's help page has the others. */
const ARTICLE = {
  articleId: 'connect',
  title: '连不上怎么办',
  text: '在客户端里更新订阅，换一个节点再连。还是不行，就写给客服。',
}
const { articleId, title, text } = ARTICLE
const plain = { isStrong: false, isSlanted: false, isCode: false, href: null }

export const articleAnswers: Answer[] = [
  answer(api.articles.search, () => ({ items: [{ articleId, title, summary: text }] })),
  answer(api.articles.show, () => ({
    articleId,
    title,
    blocks: [{ kind: 'paragraph' as const, level: 1, number: null, runs: [{ text, ...plain }] }],
  })),
  answer(api.articles.vote, () => ({ isCounted: true })),
]

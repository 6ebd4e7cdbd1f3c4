import type { Language } from '../../../contract/languages.ts'
import { inLanguage } from '../../platform/by-language.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import type { NoticeRow } from './queries.ts'

/** A notice as one reader reads it. */
export function noticeTexts({ title, titles, body, bodies }: NoticeRow, language: Language) {
  return {
    title: inLanguage(title, titles, language),
    blocks: markdownBlocks(inLanguage(body, bodies, language)),
  }
}

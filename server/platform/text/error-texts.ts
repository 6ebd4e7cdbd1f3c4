import { balanceNameOf } from '../../../contract/default-brand.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Language } from '../../../contract/languages.ts'
import { en } from './errors-by-language/en.ts'
import type { ErrorTexts } from './errors-by-language/error-texts.ts'
import { zhCN } from './errors-by-language/zh-cn.ts'
import { zhTW } from './errors-by-language/zh-tw.ts'
import { nameBalance } from './name-balance.ts'

const texts: Record<Language, ErrorTexts> = { 'zh-CN': zhCN, 'zh-TW': zhTW, en }

/** `resellerId`: the reseller whose user reads the text, if known. */
type About = { resellerId?: number | undefined; data?: Record<string, unknown> | undefined }

export function errorText(code: ErrorCode, language: Language, { resellerId, data }: About = {}): string {
  const balanceName = resellerId === undefined ? '' : balanceNameOf(resellerId)
  const text = nameBalance(texts[language][code], balanceName, language)
  return text.replace(/{{(reason|userName)}}/, (_, name: string) => String(data?.[name] ?? '–'))
}

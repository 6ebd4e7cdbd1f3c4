import type { Language } from '../../contract/languages.ts'

/** Each language by its own name: whoever looks for it reads that. */
export const languageNames: Record<Language, string> = { 'zh-CN': '简体中文', 'zh-TW': '繁體中文', en: 'English' }

import type { TranslateOf } from './translate.ts'
import { sayOf, useSay } from './word-store.ts'
import type { Language } from '../../contract/languages.ts'

/** What `ui` itself says, with the values each text needs. The part `base` of every app's words holds these keys. */
export type UiWords = {
  loading: ''
  retry: ''
  noAnswer: ''
  offline: ''
  strangeAnswer: ''
  unexpected: ''
  pictureCode: ''
  pictureHint: '{{count}}'
  pictureNext: ''
  required: '{{label}}'
  lengthMin: '{{label}}{{min}}'
  lengthMax: '{{label}}{{max}}'
  lengthRange: '{{label}}{{min}}{{max}}'
  numberMin: '{{label}}{{min}}'
  numberMax: '{{label}}{{max}}'
  numberRange: '{{label}}{{min}}{{max}}'
  wrongType: '{{label}}{{type}}'
  wrongShape: '{{label}}'
  typeEmail: ''
  typeInteger: ''
  typeNumber: ''
}
export type UiTranslate = TranslateOf<UiWords>

export const useUiWords = () => useSay('base') as UiTranslate
export const uiWords = () => sayOf('base') as UiTranslate

/** Each language by its own name: whoever looks for it reads that. */
export const languageNames: Record<Language, string> = { 'zh-CN': '简体中文', 'zh-TW': '繁體中文', en: 'English' }

import type { Language } from '../../contract/languages.ts'
import type { TranslateOf } from './translate.ts'
import { sayOf, useSay } from './word-store.ts'

/** The texts of `ui` itself, with the values that each needs. The part `base` of every app's words has these keys. */
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
  pictureWhy: ''
  required: '{{label}}'
  lengthMin: '{{label}}{{min}}'
  lengthMax: '{{label}}{{max}}'
  lengthRange: '{{label}}{{min}}{{max}}'
  numberMin: '{{label}}{{min}}'
  numberMax: '{{label}}{{max}}'
  numberRange: '{{label}}{{min}}{{max}}'
  wrongType: '{{label}}{{type}}'
  wrongEmail: ''
  wrongShape: '{{label}}'
  typeInteger: ''
  typeNumber: ''
}
export type UiTranslate = TranslateOf<UiWords>

export const useUiWords = () => useSay('base') as UiTranslate
export const uiWords = () => sayOf('base') as UiTranslate

/** Each language in its own name, so that its speakers recognise it. */
export const languageNames: Record<Language, string> = { 'zh-CN': '简体中文', 'zh-TW': '繁體中文', en: 'English' }

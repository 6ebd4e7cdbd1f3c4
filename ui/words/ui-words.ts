import type { TranslateOf } from './translate.ts'
import { sayOf, useSay } from './word-store.ts'

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

import { showMessage } from '../../ui/components/toast-store.ts'

export type Failure = 'user_info' | 'reseller_config'

const SOURCE_TEXTS: Readonly<Record<Failure, string>> = {
  user_info: '获取用户信息失败',
  reseller_config: '获取代理配置失败',
}
let textOf = (failure: Failure): string => SOURCE_TEXTS[failure]

/** Sets the texts in the reader's language; Chinese until then. */
export function configureFailureTexts(given: (failure: Failure) => string): void {
  textOf = given
}

export function toastFailure(failure: Failure): void {
  showMessage('error', textOf(failure))
}

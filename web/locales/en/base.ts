import type { Translation } from '../words.ts'
import type source from '../zh-cn/base.ts'

export default {
  loading: 'Loading',
  retry: 'Try again',
  close: 'Close',
  language: 'Language',
  switchScheme: 'Dark or light',
  notFoundTitle: 'Page not found',
  notFoundText: 'The address may have changed. Start again from home.',
  backHome: 'Back to home',
  backToSignIn: 'Sign in',
  noAnswer: 'The network is slow. Please try again',
  offline: 'No connection. Please check your network and try again',
  strangeAnswer: 'The server sent something we could not read. Please try again later',
  pictureCode: 'Code in the picture',
  pictureHint: 'The {{count|character|characters}} you see',
  pictureNext: 'Show another picture',
  unexpected: 'That did not work. Please try again later',
  userInfoFailed: 'Could not load your account',
  configFailed: 'Could not load the reseller settings',
} satisfies Translation<typeof source>

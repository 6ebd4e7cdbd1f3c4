import type { Translation } from '../words.ts'
import type source from '../zh-cn/login.ts'

export default {
  title: 'Sign in',
  subtitle: 'Your lines, traffic and balance in one place',
  account: 'Account',
  accountHint: 'The name you registered with',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  remember: 'Stay signed in',
  forgot: 'Forgot password',
  submit: 'Sign in',
  submitting: 'Signing in',
  code: 'Two-step code',
  codeHint: '6 digits from your authenticator, or a recovery code',
  retryIn: 'Trying again in {{count}} s',
  waiting: 'Too many tries. This will try again by itself in a moment; what you typed is kept',
  locked: 'This account is locked. A mailed code and a new password unlock it',
  unlock: 'Unlock it',
  passkey: 'Sign in with a passkey',
  noAccount: 'No account yet?',
  register: 'Register',
  continueAs: 'Continue as {{name}}',
  notSignedIn: 'You are not signed in. Please sign in first',
  expired: 'Your session has ended. Please sign in again',
  pleaseSignIn: 'Please sign in to continue',
} satisfies Translation<typeof source>

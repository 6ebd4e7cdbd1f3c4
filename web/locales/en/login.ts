import type { Translation } from '../words.ts'
import type source from '../zh-cn/login.ts'

export default {
  title: 'Sign in',
  subtitle: 'Your lines, traffic and account in one place',
  account: 'User name',
  accountHint: 'The name you signed up with',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  remember: 'Stay signed in',
  forgot: 'Forgot password?',
  submit: 'Sign in',
  submitting: 'Signing in',
  code: 'Two-step code',
  codeHint: '6 digits from your authenticator, or a recovery code',
  retryIn: 'Trying again in {{count}} s',
  waiting: 'Too many tries. We will try again for you in a moment; what you typed is kept',
  locked: 'This account is locked. Unlock it with a code by e-mail and a new password',
  unlock: 'Unlock',
  passkey: 'Sign in with a passkey',
  noAccount: 'No account yet?',
  register: 'Sign up',
  continueAs: 'Continue as {{name}}',
  notSignedIn: 'You are not signed in. Please sign in first',
  expired: 'Your session has ended. Please sign in again',
  pleaseSignIn: 'Please sign in to continue',
} satisfies Translation<typeof source>

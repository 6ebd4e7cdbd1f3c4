import type { Translation } from '../words.ts'
import type source from '../zh-cn/login.ts'

export default {
  title: 'Sign in',
  subtitle: 'Your lines, traffic and balance in one place',
  account: 'Account',
  accountHint: 'User name or e-mail',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  remember: 'Stay signed in',
  forgot: 'Forgot password',
  submit: 'Sign in',
  submitting: 'Signing in',
  code: 'Verification code',
  codeHint: '6 digits from your authenticator, or a recovery code',
  noAccount: 'No account yet?',
  register: 'Register',
  continueAs: 'Continue as {{name}}',
  notSignedIn: 'You are not signed in. Please sign in first',
  expired: 'Your session has ended. Please sign in again',
  pleaseSignIn: 'Please sign in to continue',
} satisfies Translation<typeof source>

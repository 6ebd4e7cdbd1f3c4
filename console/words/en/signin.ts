import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/signin.ts'

export default {
  title: 'Sign in to the console',
  tagline: 'The office of resellers and operators',
  name: 'Account',
  nameHint: 'Your console account, not a user account',
  password: 'Password',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  code: 'Two-step code',
  codeHint: '6 digits from your app, or a recovery code',
  submit: 'Sign in',
  submitting: 'Signing in',
  withPasskey: 'Sign in with a passkey',
  passkeyStopped: 'Not finished. You can try again',
  passkeyTwice: 'This device has been added already',
  passkeyFailed: 'This device could not do it. Please try another way',
  forgot: 'Forgot your password, or lost your app?',
  forgotText:
    'A recovery code takes the place of one two-step code. If the password is gone, ask an owner of your team to remove you and invite you again; if you are the only owner, ask the operator of the platform.',
  toShop: 'Here for your lines? Go to the user center',
  overTitle: 'You were signed out',
  overText: 'Sign in to continue; what you typed is still there.',
  stepTitle: 'Please confirm it is you',
  stepText: 'This affects money, keys, the team or sign-ins, so we ask once more.',
  stepPassword: 'Your password',
  stepSubmit: 'Confirm and continue',
  stepPasskey: 'Confirm with a passkey',
} satisfies Translation<typeof source>

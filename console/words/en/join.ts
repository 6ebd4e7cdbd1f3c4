import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/join.ts'

export default {
  title: 'Join the console',
  invitedTo: 'You are invited to “{{office}}”. Your role: {{role}}.',
  ownerOf: 'This is the console of “{{office}}”. Set up your account and you are its owner.',
  until: 'The link is good until {{until}}.',
  name: 'Account',
  nameHint: 'For the console, apart from any user account',
  email: 'E-mail',
  emailCode: 'Code by e-mail',
  sendCode: 'Send a code',
  codeSent: 'The code was sent',
  password: 'Password',
  passwordHint: 'At least {{min|character|characters}}, the longer the better',
  accept: 'Join',
  gone: 'This link no longer works',
  goneText: 'It may have been used, expired or taken back. Ask for another one; with an account, just sign in.',
  toSignIn: 'Sign in',
  noToken: 'The link is not complete',
  noTokenText: 'Please open the whole link from your mail or message.',
  next: 'The next step is two-step sign-in.',
} satisfies Translation<typeof source>

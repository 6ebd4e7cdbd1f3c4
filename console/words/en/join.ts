import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/join.ts'

export default {
  title: 'Join the console',
  invitedTo: 'You are invited to “{{office}}”. Your role: {{role}}.',
  ownerOf: 'This is the console of “{{office}}”. Set up your account and you are its owner.',
  until: 'The link is valid until {{until}}.',
  name: 'Account',
  nameHint: 'For the console; separate from any user account',
  emailCode: 'Code by e-mail',
  sendCode: 'Send a code',
  codeSent: 'The code was sent',
  passwordHint: 'At least {{min|character|characters}}, the longer the better',
  accept: 'Join',
  gone: 'This link no longer works',
  goneText:
    'It may have been used, expired or withdrawn. Ask for a new one; if you already have an account, just sign in.',
  toSignIn: 'Sign in',
  noToken: 'The link is incomplete',
  noTokenText: 'Please open the full link from your e-mail or message.',
  next: 'The next step is two-step sign-in.',
  emailMissing: 'Please enter your e-mail address first',
  emailWrong: 'This e-mail address does not look right',
} satisfies Translation<typeof source>

import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/register.ts'

export default {
  title: 'Sign up',
  tagline: 'One account for your lines and data',
  invitedBy: '{{name}} invites you',
  account: 'User name',
  accountHint: '{{min}}–{{max}} letters, digits or _ . @ -',
  accountRule: 'User names have {{min}}–{{max}} letters, digits or _ . @ -',
  remember: 'Stay signed in',
  haveInvite: 'I have an invite code',
  invite: 'Invite code',
  inviteHint: 'Optional',
  agree: 'I have read and agree to the {{agreement}} and the {{privacy}}',
  agreement: 'terms of use',
  privacy: 'privacy notice',
  agreeFirst: 'Please read and agree to the terms of use and the privacy notice first',
  agreeNow: 'I agree',
  agreeSubmit: 'Agree and sign up',
  submit: 'Sign up',
  submitting: 'Signing up',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  suspended: 'This reseller is suspended and takes no new users. You can still sign in to an existing account',
  unknown: 'No such reseller. Please open the link your reseller gave you',
} satisfies Translation<typeof source>

import type { Translation } from '../words.ts'
import type source from '../zh-cn/reg.ts'

export default {
  title: 'Register',
  tagline: 'One account for your lines and traffic',
  account: 'Account',
  accountHint: '{{min}}–{{max}} letters, digits or _ . @ -',
  haveInvite: 'I have an invite code',
  invite: 'Invite code',
  inviteHint: 'Optional',
  agree: 'I have read and agree to the {{agreement}} and the {{privacy}}',
  agreement: 'terms of use',
  privacy: 'privacy notice',
  agreeFirst: 'Please read and agree to the terms and the privacy notice first',
  submit: 'Register',
  submitting: 'Registering',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  suspended: 'This reseller is suspended and takes no new accounts. Existing accounts can still sign in',
  unknown: 'There is no such reseller. Please open the link your reseller gave you',
} satisfies Translation<typeof source>

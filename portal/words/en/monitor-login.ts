import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/monitor-login.ts'

export default {
  title: 'Monitor sign-in',
  tagline: 'Nodes, traffic, payments and alerts on one screen',
  accountHint: 'Monitor account',
  codeHint: '6 digits from your authenticator',
  help: 'The operator sets up monitor accounts. Ask them for a new password.',
  userLogin: 'User sign-in',
  status: 'Service status',
} satisfies Translation<typeof source>

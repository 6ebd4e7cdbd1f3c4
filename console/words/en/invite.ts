import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/invite.ts'

export default {
  mail: 'E-mail',
  mailHint: 'Leave it empty to get a link to hand over',
  send: 'Send the invitation',
  makeLink: 'Make a link',
  mailed: 'The invitation was sent',
  linkText: 'Shown only once, valid until {{until}}, works once. Do not post it in a group chat.',
  copyLink: 'Copy the link',
} satisfies Translation<typeof source>

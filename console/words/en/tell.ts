import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/tell.ts'

export default {
  title: 'Tell the platform',
  titleAbout: 'Tell the platform about {{name}}',
  text: 'The platform’s team sees your name and this text.',
  label: 'Your message',
  hint: 'For example: users cannot connect since this afternoon',
  send: 'Send',
  sent: 'Sent to the platform',
  contact: 'Urgent? Contact {{contact}}',
} satisfies Translation<typeof source>

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
  aboutText: '{{name}}: {{text}}',
  answerOf: '{{name}} answered: {{text}}',
  ownTitle: 'Your messages to the platform',
  noAnswer: 'No answer yet',
  listTitle: 'Messages from resellers',
  from: 'Reseller {{key}} · {{member}}',
  answer: 'Answer',
  answered: '{{count}} answered',
  answerTitle: 'Answer the reseller',
  answerSend: 'Send the answer',
  answerSent: 'Answered. The reseller’s bell rings',
  answerLabel: 'Your answer',
  answerHint: 'The reseller’s whole team sees your name and this text.',
} satisfies Translation<typeof source>

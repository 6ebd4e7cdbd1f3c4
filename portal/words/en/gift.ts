import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/gift.ts'

export default {
  from: '{{name}} sent you a gift',
  days: '{{name}}, {{days|day|days}}',
  traffic: '{{amount}} of data',
  until: 'Take it by {{date}}, first come, first served',
  signIn: 'Sign in or sign up, and you come back here to take it',
  take: 'Take it',
  taken: 'Yours: {{gift}}',
  takenTraffic: 'It is added to your data.',
  used: 'Somebody already took this gift. You can ask for another one',
  mine: 'You already took this gift',
  expired: 'The time to take this gift is over, and it went back to the sender',
  returned: 'The sender took this gift back',
  needsPlan: 'Data is added to a plan: get a plan first. The gift waits until {{date}}',
  otherPlan: 'You have another plan: come back when it has ended. The gift waits until {{date}}',
  label: 'A gift for you',
} satisfies Translation<typeof source>

import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/agent-pay.ts'

export default {
  title: 'Pay a reseller',
  tagline: "No sign-in needed. The money goes straight to the reseller's balance.",
  intro: 'Enter the reseller number and check the name before you pay.',
  agentId: 'Reseller number',
  agentIdHint: 'For example, 260',
  find: 'Next',
  finding: 'Looking it up',
  number: 'Number {{id}}',
  owner: 'Owner {{name}}',
  change: 'Change',
  notAccepting: 'This reseller is not taking payments right now.',
  amount: 'Amount to pay',
  ownAmount: 'Another amount',
  ownHint: '{{min}} to {{max}} yuan',
  pay: 'Pay {{amount}}',
  payPlain: 'Pay',
  starting: 'Preparing the payment',
  paying: 'To {{title}} ({{id}})',
  payAgain: 'Pay again',
  returnedTitle: 'Back from the payment page',
  returnedText:
    "The money is added to the reseller's balance once it arrives. To see the result, go back to the page you started from.",
  signIn: 'Sign in',
  isUser: 'Have an account?',
} satisfies Translation<typeof source>

import type { Translation } from '../words.ts'
import type source from '../zh-cn/agentpay.ts'

export default {
  title: 'Pay a reseller',
  tagline: "No sign-in needed. The money goes to the reseller's balance.",
  intro: 'Enter the reseller number and check the name before you pay.',
  agentId: 'Reseller number',
  agentIdName: 'the reseller number',
  agentIdHint: 'for example 260',
  find: 'Next',
  finding: 'Looking it up',
  number: 'Number {{id}}',
  owner: 'Owner {{name}}',
  change: 'Change',
  notAccepting: 'This reseller takes no payments right now.',
  amount: 'Amount to pay',
  amountName: 'the amount',
  ownAmount: 'Another amount',
  ownHint: '{{min}} to {{max}} yuan',
  pay: 'Pay {{amount}}',
  payPlain: 'Pay',
  starting: 'Preparing the payment',
  paying: 'To {{title}} ({{id}})',
  payAgain: 'Pay again',
  returnedTitle: 'Back from the payment page',
  returnedText:
    "Once it arrives, the money is added to the reseller's balance. To see the result, go back to the page where you began.",
  signIn: 'Sign in',
  isUser: 'Are you a user?',
} satisfies Translation<typeof source>

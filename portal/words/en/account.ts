import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/account.ts'

export default {
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  code: 'Two-step code',
  codeHint: '6 digits, or a recovery code',
  strengthHint: 'At least {{min}} characters. Longer is better',
  strengthWeak: 'Weak. A few more characters help',
  strengthFair: 'Fair. A little longer would be better',
  strengthStrong: 'Strong',
} satisfies Translation<typeof source>

import type { Language } from '../../../contract/languages.ts'

const LABELS: Record<Language, { coins: string; plain: string }> = {
  'zh-CN': { coins: '鱼币', plain: '余额' },
  'zh-TW': { coins: '魚幣', plain: '餘額' },
  en: { coins: 'fish coin balance', plain: 'balance' },
}

/**
 * Replaces `{{balance}}` in a text with the name of a user's balance. `balanceName` is the brand's, see
 * contract/brand.ts.
 */
export function nameBalance(text: string, balanceName: string, language: Language): string {
  const { coins, plain } = LABELS[language]
  const label = balanceName === '鱼币' ? coins : plain
  return text.replaceAll('{{balance}}', (_, at: number) =>
    at === 0 ? label.slice(0, 1).toUpperCase() + label.slice(1) : label,
  )
}

import type { Language } from '../../contract/languages.ts'

const LABELS: Record<Language, { coins: string; plain: string }> = {
  'zh-CN': { coins: '鱼币', plain: '余额' },
  'zh-TW': { coins: '魚幣', plain: '餘額' },
  en: { coins: 'fish coin balance', plain: 'balance' },
}

/** Puts the name of a user's balance into a text, for `{{balance}}`. `balanceName` is the brand's, as contract/brand.ts has it. */
export function nameBalance(text: string, balanceName: string, language: Language): string {
  const { coins, plain } = LABELS[language]
  const label = balanceName === '鱼币' ? coins : plain
  return text.replaceAll('{{balance}}', (_, at: number) =>
    at === 0 ? label.slice(0, 1).toUpperCase() + label.slice(1) : label,
  )
}

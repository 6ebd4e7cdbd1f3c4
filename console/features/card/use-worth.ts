import { useWords } from '../../words/language.ts'
import { type Worth, worthText } from './worth-text.ts'

export function useWorth(): (worth: Worth) => string {
  const t = useWords('cards')
  return (worth) => worthText(worth, t)
}

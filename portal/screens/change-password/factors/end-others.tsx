import { Checkbox } from '../../../../ui/components/auth/checkbox.tsx'
import { useWords } from '../../../words/language.ts'

/** Ticked: whoever came in before the factor was there would otherwise stay. */
export function EndOthers() {
  const t = useWords('change-password')
  return <Checkbox name="endOthers" label={t('endOthers')} defaultChecked />
}
